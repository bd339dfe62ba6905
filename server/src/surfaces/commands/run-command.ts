/** The command line: its commands, and their exit codes. */
import { Command, CommanderError } from "commander";
import { ConfigError } from "#lib/config";
import { isUnavailable } from "#lib/db-errors";
import { MigrationError, VitaranError } from "#lib/errors";
import { TableError } from "@vitaran/spreadsheets/errors";
import { addDeveloperTools } from "./add-developer-tools.ts";
import { addSafekeeping } from "./add-safekeeping.ts";
import { CommandError, EXIT } from "./command-error.ts";
import { OptionError, readId } from "./option-values.ts";
import { tellAside, terminal } from "./terminal.ts";

/**
 * Runs a command at the terminal: prints its result or its error, and sets the exit code. Throws errors that
 * a person at a command line cannot correct.
 */
export async function runCommand(args: readonly string[]): Promise<void> {
  try {
    await (await makeProgram(args)).parseAsync(args, { from: "user" });
  } catch (error) {
    terminal().exitCode = tellFailure(error);
  }
}

/** Prints why a command failed, unless it did, and returns the exit code; throws unexpected errors. */
function tellFailure(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode;
  const unreachable = sayUnreachable(error);
  if (unreachable !== null) {
    tellAside(unreachable);
    return EXIT.failed;
  }
  const isTold = [ConfigError, VitaranError, TableError, OptionError, CommandError, MigrationError].some(
    (known) => error instanceof known,
  );
  if (!isTold || !(error instanceof Error)) throw error;
  const hasDetails =
    (error instanceof VitaranError || error instanceof TableError) && Object.keys(error.details).length > 0;
  tellAside(`${error.message}${hasDetails ? ` ${JSON.stringify(error.details)}` : ""}`);
  return error instanceof CommandError ? error.exitCode : EXIT.failed;
}

/** Codes of addresses at which no database answers, or not yet. */
const NO_ANSWER = new Set(
  "ECONNREFUSED ECONNRESET EHOSTUNREACH ENETUNREACH ENOTFOUND ETIMEDOUT 57P03".split(" "),
);

/** Says that a database does not answer, and why; null for other errors. */
function sayUnreachable(error: unknown): string | null {
  let isLost = isUnavailable(error);
  const whys: string[] = [];
  for (let cause = error; cause instanceof Error; { cause } = cause) {
    isLost ||= NO_ANSWER.has((cause as NodeJS.ErrnoException).code ?? "");
    whys.push(cause.message);
  }
  return isLost ? `the database cannot be reached: ${whys.at(-1)}` : null;
}

async function makeProgram([word = ""]: readonly string[]): Promise<Command> {
  const program = new Command("vitaran")
    .description("Payouts for businesses in India")
    .showHelpAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal().out.write(text),
      writeErr: (text) => terminal().err.write(text),
    });
  // A mistyped word is not an argument of the default command: if there is a word, no command is the default.
  addServer(program, { isDefault: !/^[^-]/.test(word) });
  addDeveloperTools(program);
  addSafekeeping(program);
  // The operator's commands load the whole engine, for which those above need not wait.
  if (!program.commands.some((one) => one.name() === word))
    (await import("./administer.ts")).addAdministration(program);
  return program.addHelpText(
    "after",
    `
Examples, for the demo of \`npm start\`:
$ vitaran listen --forward http://localhost:3000/webhooks
$ vitaran trigger TRANSFER_REVERSED
$ vitaran backup --drill
\`vitaran help <command>\` shows more. Exit codes: 0 done, 1 refused or failed, 2 unknown, 3 no server.`,
  );
}

function addServer(program: Command, { isDefault }: { isDefault: boolean }): void {
  program
    .command("start", { isDefault })
    .description("start everything in one process, with simulated banks and a demo merchant (the default)")
    .action(async () => (await import("./start.ts")).start());
  program
    .command("api")
    .description("start only the HTTP API; run as many as you need")
    .action(async () => (await import("./run-api.ts")).runApi());
  program
    .command("worker")
    .description("start only the background work; run as many as you need")
    .action(async () => (await import("./run-worker.ts")).runWorker());
  program
    .command("migrate")
    .description("update the database schema")
    .action(async () => {
      const { openEngine } = await import("./open-engine.ts");
      await (await openEngine()).close();
    });
  program
    .command("rehearse-live")
    .description(
      "rehearse going live, from an empty database to payments by three protocols, with simulated banks",
    )
    .addHelpText(
      "after",
      `
It runs in production mode in a place of its own, which it removes at the end: it needs no settings and touches no other
installation. It shows every step with the command or the words at the bank that you would use, and ends with a table
and the proof of the books. It takes about three minutes; exit code 1 if a step does not end as it should.`,
    )
    .action(async () => (await import("./rehearse-live.ts")).rehearseLive());
  program
    .command("verify-ledger")
    .description("verify the books of all merchants, or of one")
    .argument("[merchantId]", "only this merchant", readId)
    .option("--json", "print one JSON object, for scripts")
    .action(async (merchantId: string | undefined, options: { json?: boolean }) =>
      (await import("./verify-ledger.ts")).printVerification(merchantId ?? null, options),
    );
}
