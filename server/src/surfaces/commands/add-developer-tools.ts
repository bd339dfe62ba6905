/**
 * The commands for a merchant's developers: they call the merchant API with a key pair and open no database.
 * They do not load the engine, so that they start at once.
 */
import { InvalidArgumentError, type Command } from "commander";
import type { McpCommandOptions } from "./carry-mcp.ts";
import type { CallsOptions, FollowOptions } from "./follow.ts";
import type { ListenOptions } from "./listen.ts";
import { readWhole } from "./option-values.ts";
import type { SendOptions } from "./send-payout.ts";
import type { SessionOptions } from "./merchant-session.ts";
import type { TriggerOptions } from "./trigger.ts";

const COUNT_MAX = 1_000_000;
const WAIT_MAX_SECONDS = 3_600;
const CALLS_MAX = 100;

const KEYS = `
Keys: VITARAN_CLIENT_ID and VITARAN_CLIENT_SECRET, with VITARAN_URL.
Without them: the demo merchants of \`npm start\`.`;

/** Adds the developers' commands to the command line. */
export function addDeveloperTools(program: Command): void {
  addListen(program);
  addTrigger(program);
  addSend(program);
  addFollowing(program);
  addClock(program);
  addMcp(program);
}

function withSession(command: Command): Command {
  return command
    .option("--url <url>", "URL of the server; default: VITARAN_URL, or the demo's server")
    .option(
      "--client-id <id>",
      "client ID; default: VITARAN_CLIENT_ID. The secret is read from VITARAN_CLIENT_SECRET",
    )
    .option("--client <name>", "demo merchant, by part of its name; default: the first one")
    .option("--json", "print one JSON object per line, for scripts");
}

function addListen(program: Command): void {
  withSession(program.command("listen").description("receive a merchant's webhooks on this computer"))
    .option(
      "--forward <url>",
      "URL to post each webhook to, with its original bytes, headers and signature",
      readUrl,
    )
    .option("--format <format>", "classic_form, classic_json, standard or v2")
    .option("--events <names>", "only these events, separated by commas")
    .option("--show", "show the bodies; always on without --forward")
    .option("--count <webhooks>", "stop after this many", readWhole(1, COUNT_MAX))
    .addHelpText(
      "after",
      `
Examples:
  $ vitaran listen
  $ vitaran listen --forward http://localhost:3000/webhooks
  $ vitaran listen --forward http://localhost:3000/webhooks --events TRANSFER_SUCCESS,TRANSFER_FAILED
If the receiver does not respond with success, the server retries, as with every endpoint.
${KEYS}`,
    )
    .action(async (options: ListenOptions) => (await import("./listen.ts")).listen(options));
}

function addTrigger(program: Command): void {
  withSession(program.command("trigger").description("make an event really happen for a sandbox merchant"))
    .argument("<event>", "name of the event, e.g. TRANSFER_REVERSED")
    .option("--amount <rupees>", "amount of the payment that causes the event", "100.00")
    .addHelpText(
      "after",
      `
Examples:
  $ vitaran trigger TRANSFER_SUCCESS
  $ vitaran trigger CREDIT_CONFIRMATION --amount 5000.00
${KEYS}`,
    )
    .action(async (event: string, options: TriggerOptions) =>
      (await import("./trigger.ts")).trigger(event, options),
    );
}

function addSend(program: Command): void {
  withSession(program.command("send").description("send a payout and show its outcome"))
    .requiredOption("--amount <rupees>", "amount, sent exactly as written, e.g. 1250.50")
    .option("--to <beneId>", "a stored beneficiary")
    .option("--vpa <address>", "a UPI ID")
    .option("--account <number>", "a bank account, with --ifsc")
    .option("--ifsc <code>")
    .option("--name <name>", "name of the payee, for --vpa and --account", "Asha Rao")
    .option("--email <address>", "the payee's", "payee@example.com")
    .option("--phone <number>", "the payee's", "9876543210")
    .option("--mode <mode>", "banktransfer, imps, neft, rtgs, upi, ...; default: what fits the payee")
    .option("--id <transferId>", "your own ID of the transfer; the same ID is never paid twice")
    .option("--remarks <text>")
    .option("--wait <seconds>", "how long to wait for a final status", readWhole(0, WAIT_MAX_SECONDS), 30)
    .addHelpText(
      "after",
      `
Examples:
  $ vitaran send --amount 1250.50 --vpa success@upi
  $ vitaran send --amount 1250.50 --account 026291800001191 --ifsc YESB0000262 --name "Asha Rao" --id invoice-17
Exit codes: 0 paid, 1 refused or failed, 2 in progress or unknown, 3 no server.
${KEYS}`,
    )
    .action(async (options: SendOptions) => (await import("./send-payout.ts")).sendPayout(options));
}

function addFollowing(program: Command): void {
  const transfers = program.command("transfers").description("follow a merchant's transfers");
  withSession(transfers.command("tail").description("print a line whenever something happens to a transfer"))
    .option("--count <lines>", "stop after this many", readWhole(1, COUNT_MAX))
    .addHelpText("after", KEYS)
    .action(async (options: FollowOptions) => (await import("./follow.ts")).tailTransfers(options));
  withSession(program.command("logs").description("show the latest API calls, newest last"))
    .option("--follow", "keep running and show new calls")
    .option("--limit <calls>", "", readWhole(1, CALLS_MAX), 50)
    .option("--outcomes <words>", "ok, refused or failed, separated by commas")
    .option("--transfer <transferId>", "only calls about this transfer")
    .addHelpText("after", KEYS)
    .action(async (options: CallsOptions) => (await import("./follow.ts")).showCalls(options));
}

function addClock(program: Command): void {
  const clock = program.command("clock").description("show or move a sandbox merchant's clock");
  const load = async () => (await import("./advance-clock.ts")).advanceClock;
  withSession(clock.command("show").description("show the time"))
    .addHelpText("after", KEYS)
    .action(async (options: SessionOptions) => (await load())(null, options));
  withSession(
    clock.command("advance").description("move the clock forward; everything that becomes due happens"),
  )
    .argument("<time>", "90s, 15m, 72h or 4d")
    .addHelpText("after", KEYS)
    .action(async (time: string, options: SessionOptions) => (await load())(time, options));
}

function addMcp(program: Command): void {
  withSession(
    program
      .command("mcp")
      .description("serve the Model Context Protocol on standard input and output, for an AI assistant"),
  )
    .option("--allow-drafts", "add a tool that drafts transfers; a member must approve each draft")
    .addHelpText(
      "after",
      `
An MCP client starts this program itself. Without --allow-drafts it can only read.
${KEYS}`,
    )
    .action(async (options: McpCommandOptions) => (await import("./carry-mcp.ts")).carryMcp(options));
}

function readUrl(text: string): string {
  const isUrl = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  if (!isUrl) throw new InvalidArgumentError("Use a URL such as http://localhost:3000/webhooks.");
  return text;
}
