/** Operator commands for statements and breaks, and after a restore of the database. Prints JSON. */
import { setFlagsFromString } from "node:v8";
import type { Command } from "commander";
import {
  readStatementFile,
  STATEMENT_FORMATS,
  STATEMENT_ORDERS,
  tellForeign,
  type StatementFormat,
  type StatementOrder,
} from "#banks";
import type { Context } from "#lib/context";
import { formatRupees } from "#lib/money";
import {
  assignBreak,
  beginRecovery,
  beginRecoveryOfAll,
  endRecovery,
  findReleaseRequest,
  importStatement,
  listBreaks,
  listStatements,
  matchLines,
  matchBreak,
  noteForeign,
  readBreak,
  readKnownBalances,
  readReconciliationFigures,
  RESOLUTIONS,
  resolveBreak,
  undoBreak,
  type Break,
} from "#reconciliation";
import { changeSettings } from "#settings";
import { print, printBy, printFor } from "./print-result.ts";
import { OptionError, readId, readMoment, readOr, readRupees, readWhole, readWord } from "./option-values.ts";

type Options = Readonly<Record<string, string>>;

const by = "system" as const;
type Shown = Pick<Context, "db" | "vault">;

const LIST_MAX = 1_000;
const REFERENCE_MAX = 999_999_999_999_999;
const FIGURE_DAYS = 7;
const NO_OWNER = "none";

/** Adds the operator's commands for reconciliation to the command line. */
export function addReconciliation(program: Command): void {
  addLists(program);
  addImport(program);
  addBreaks(program);
  addLimit(program);
  addRecovery(program);
}

function addLists(program: Command): void {
  program
    .command("list-statements")
    .description("list the newest 1,000 statements, when each bank is next polled, and the figures of a week")
    .requiredOption("--merchant <id>", "", readId)
    .action(({ merchant }: Options) =>
      printFor(merchant!, async (ctx) => ({
        ...(await listStatements(ctx, merchant!, { limit: LIST_MAX })),
        figures: await readReconciliationFigures(ctx, merchant!, { days: FIGURE_DAYS }),
      })),
    );
  program
    .command("list-breaks")
    .description(
      "list breaks: differences between statements, banks and the books; the newest 1,000 open ones",
    )
    .requiredOption("--merchant <id>", "", readId)
    .option("--closed", "list the closed ones")
    .action(({ merchant, closed }: { merchant: string; closed?: true }) =>
      printFor(merchant, (ctx) => listBreaks(ctx, merchant, { open: closed === undefined, limit: LIST_MAX })),
    );
  aboutBreak(
    program.command("show-break").description("show a break with its statement line and history"),
  ).action(({ merchant, break: breakId }: Options) =>
    printFor(merchant!, (ctx) => readBreak(ctx, merchant!, breakId!)),
  );
}

interface ToImport {
  readonly merchant: string;
  readonly bank: string;
  readonly format: StatementFormat;
  readonly file: string;
  readonly mapping?: string;
  readonly debitAccount?: string;
  readonly order?: StatementOrder;
}

function addImport(program: Command): void {
  program
    .command("import-statement")
    .description("import a bank's statements from a file; differences become breaks")
    .requiredOption("--merchant <id>", "", readId)
    .requiredOption("--bank <id>")
    .requiredOption("--format <format>", STATEMENT_FORMATS.join(", "), readWord(STATEMENT_FORMATS))
    .requiredOption("--file <path>")
    .option("--mapping <path>", "for csv: a JSON file that maps the bank's columns")
    .option("--debit-account <number>", "for csv: the account number, which is not in the file")
    .option(
      "--order <order>",
      `for csv that can be read both ways: ${STATEMENT_ORDERS.join(", ")}`,
      readWord(STATEMENT_ORDERS),
    )
    .action(({ merchant, bank, format, file: path, mapping: mappingPath, debitAccount, order }: ToImport) => {
      // Garbage is collected early: the command may run beside a server that needs the memory.
      setFlagsFromString("--optimize-for-size");
      return printFor(merchant, async (ctx) => {
        const { statements, foreign } = await readStatementFile({
          path,
          format,
          ...(mappingPath === undefined ? {} : { mappingPath }),
          ...(debitAccount === undefined ? {} : { debitAccount }),
          ...(order === undefined ? {} : { order }),
          knownAbout: (day) => readKnownBalances(ctx, merchant, { bankId: bank, day }),
        });
        const imported: unknown[] = [];
        for await (const statement of statements) {
          const { statementId, day, tally } = statement;
          const result = await importStatement(ctx, merchant, { bankId: bank, statement, by });
          const { leftOut } = tally;
          imported.push({ statementId, day, ...result, ...(leftOut.length > 0 ? { leftOut } : {}) });
        }
        await noteForeign(ctx, merchant, { bankId: bank, foreign });
        await matchLines(ctx, merchant);
        return [...imported, ...foreign.map((one) => ({ leftOut: tellForeign(one) }))];
      });
    });
}

/** Returns a break as it is printed: with what `show-break` masks. */
async function showChanged(ctx: Shown, merchantId: string, found: Break): Promise<Break> {
  const { detail, note } = await readBreak(ctx, merchantId, found.breakId);
  return { ...found, detail, note };
}

/** A member's decision may wait for another person: then the break is shown as open, with the request. */
async function showWithRequest(ctx: Shown, merchantId: string, found: Break): Promise<unknown> {
  const request = await ctx.db.inMerchant(merchantId, (tx) => findReleaseRequest(tx, found.breakId));
  return { ...(await showChanged(ctx, merchantId, found)), requestId: request?.requestId ?? null };
}

function addBreaks(program: Command): void {
  decided(program.command("assign-break").description("assign a break to a member"))
    .requiredOption("--owner <member>", `ID of the member, or ${NO_OWNER}`, readOr(NO_OWNER, readId))
    .action(({ merchant, break: breakId, owner, member }: Options) =>
      printBy(deciding(merchant!, member), async (ctx, decider) => {
        const change = { breakId: breakId!, ownerId: owner ?? null, by: decider };
        return showChanged(ctx, merchant!, await assignBreak(ctx, merchant!, change));
      }),
    );
  decided(
    program
      .command("resolve-break")
      .description(
        "resolve a break by a person's decision; credits that wait for a gap are processed, else no money moves",
      ),
  )
    .requiredOption("--resolution <word>", RESOLUTIONS.join(", "), readWord(RESOLUTIONS))
    .requiredOption("--note <text>", "what was found, and how")
    .action(({ merchant, break: breakId, resolution, note, member }: Options) =>
      printBy(deciding(merchant!, member), async (ctx, decider) => {
        const said = { resolution: resolution as (typeof RESOLUTIONS)[number], note: note! };
        return showWithRequest(
          ctx,
          merchant!,
          await resolveBreak(ctx, merchant!, { breakId: breakId!, ...said, by: decider }),
        );
      }),
    );
  decided(
    program
      .command("match-break")
      .description("match a break's statement line with a transfer and update the books"),
  )
    .requiredOption("--reference <id>", "our reference ID of the transfer", readWhole(1, REFERENCE_MAX))
    .requiredOption("--note <text>", "how it is known")
    .action(({ merchant, break: breakId, reference, note, member }: Options) =>
      printBy(deciding(merchant!, member), async (ctx, decider) => {
        const match = { breakId: breakId!, referenceId: BigInt(reference!), note: note! };
        return showWithRequest(ctx, merchant!, await matchBreak(ctx, merchant!, { ...match, by: decider }));
      }),
    );
  decided(program.command("undo-break").description("undo a match or a resolution; the history stays"))
    .requiredOption("--note <text>", "why it was wrong")
    .action(({ merchant, break: breakId, note, member }: Options) =>
      printBy(deciding(merchant!, member), async (ctx, decider) => {
        const change = { breakId: breakId!, note: note!, by: decider };
        return showChanged(ctx, merchant!, await undoBreak(ctx, merchant!, change));
      }),
    );
}

function addLimit(program: Command): void {
  program
    .command("set-stop-limit")
    .description(
      "set the amount of an unknown debit above which its bank account is stopped; default: 10000.00",
    )
    .requiredOption("--merchant <id>", "", readId)
    .requiredOption("--above <rupees>", "", readRupees)
    .action(({ merchant, above }: { merchant: string; above: bigint }) =>
      printFor(merchant, async (ctx) => {
        await changeSettings(ctx, merchant, { stopAbove: formatRupees(above), by });
        return { stopAbovePaise: above };
      }),
    );
}

interface ToRecover {
  readonly since: Date;
  readonly merchant?: string;
  readonly longAgo?: true;
}

const DAYS_USUAL = 31;

/** Checks the date: a slip would let banks continue without relevant statements, or hold them up for long. */
function checkSince(since: Date, longAgo: boolean): void {
  const daysAgo = (Date.now() - since.getTime()) / 86_400_000;
  if (daysAgo < 0) throw new OptionError(`--since ${since.toISOString()} is in the future`);
  if (daysAgo <= DAYS_USUAL || longAgo) return;
  const whole = Math.floor(daysAgo);
  throw new OptionError(
    `--since is ${whole} days ago, and banks wait for the statement of each day since: if it is right, add --long-ago`,
  );
}

function addRecovery(program: Command): void {
  program
    .command("recover")
    .description("after a database restore: send nothing until the banks' statements since then are in")
    .requiredOption(
      "--since <moment>",
      "the time the database was restored to, e.g. 2026-11-20T10:00:00+05:30",
      readMoment,
    )
    .option("--long-ago", `required if that was more than ${DAYS_USUAL} days ago`)
    .option("--merchant <id>", "only this merchant; default: all", readId)
    .action(({ since, merchant, longAgo }: ToRecover) => {
      checkSince(since, longAgo === true);
      return merchant === undefined
        ? print((ctx) => beginRecoveryOfAll(ctx, { since, by }))
        : printFor(merchant, async (ctx) => ({ bankIds: await beginRecovery(ctx, merchant, { since, by }) }));
    });
  program
    .command("end-recovery")
    .description("resume a bank although not all of its statements since a restore are in")
    .requiredOption("--merchant <id>", "", readId)
    .requiredOption("--bank <id>")
    .requiredOption("--because <reason>", "how you know what the bank has paid")
    .action(({ merchant, bank, because }: Options) =>
      printFor(merchant!, async (ctx) => {
        await endRecovery(ctx, merchant!, { bankId: bank!, because: because!, by });
        return { bankId: bank };
      }),
    );
}

function aboutBreak(command: Command): Command {
  return command.requiredOption("--merchant <id>", "", readId).requiredOption("--break <id>", "", readId);
}

function decided(command: Command): Command {
  return aboutBreak(command).option("--member <id>", "the member who decides; default: the operator", readId);
}

const deciding = (merchant: string, member: string | undefined) =>
  ({ merchant, member, asks: "manage_settings" }) as const;
