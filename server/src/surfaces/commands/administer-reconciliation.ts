/** Operator commands for statements and breaks, and after a restore of the database. Prints JSON. */
import { setFlagsFromString } from "node:v8";
import type { Command } from "commander";
import { readMerchant } from "#access";
import { readStatementFile, STATEMENT_FORMATS, STATEMENT_ORDERS, tellForeign } from "#banks";
import type { Context } from "#lib/context";
import { formatRupees } from "#lib/money";
import {
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
  type Break,
} from "#reconciliation";
import { changeSettings } from "#settings";
import {
  command,
  DECIDER_IF_ANY,
  mark,
  merchantCommand,
  needed,
  operationCommand,
  optional,
} from "./define-command.ts";
import { OptionError, readId, readMoment, readOr, readRupees, readWhole, readWord } from "./option-values.ts";

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

const BREAK = { breakId: needed("--break <id>", "", readId) };

function addLists(program: Command): void {
  merchantCommand(program, {
    name: "list-statements",
    says: "list the newest 1,000 statements, when each bank is next polled, and the figures of a week",
    run: async (ctx, merchantId) => ({
      ...(await listStatements(ctx, merchantId, { limit: LIST_MAX })),
      figures: await readReconciliationFigures(ctx, merchantId, { days: FIGURE_DAYS }),
    }),
  });
  merchantCommand(program, {
    name: "list-breaks",
    says: "list breaks: differences between statements, banks and the books; the newest 1,000 open ones",
    options: { closed: mark("--closed", "list the closed ones") },
    run: (ctx, merchantId, { closed = false }) =>
      listBreaks(ctx, merchantId, { open: !closed, limit: LIST_MAX }),
  });
  merchantCommand(program, {
    name: "show-break",
    says: "show a break with its statement line and history",
    options: BREAK,
    run: (ctx, merchantId, { breakId }) => readBreak(ctx, merchantId, breakId),
  });
}

function addImport(program: Command): void {
  merchantCommand(program, {
    name: "import-statement",
    says: "import a bank's statements from a file; differences become breaks",
    options: {
      bankId: needed("--bank <id>"),
      format: needed("--format <format>", STATEMENT_FORMATS.join(", "), readWord(STATEMENT_FORMATS)),
      path: needed("--file <path>"),
      mappingPath: optional("--mapping <path>", "for csv: a JSON file that maps the bank's columns"),
      debitAccount: optional(
        "--debit-account <number>",
        "for csv: the account number, which is not in the file",
      ),
      order: optional(
        "--order <order>",
        `for csv that can be read both ways: ${STATEMENT_ORDERS.join(", ")}`,
        readWord(STATEMENT_ORDERS),
      ),
    },
    run: async (ctx, merchantId, { bankId, by, ...file }) => {
      // Garbage is collected early: the command may run beside a server that needs the memory.
      setFlagsFromString("--optimize-for-size");
      const { statements, foreign } = await readStatementFile({
        ...file,
        knownAbout: (day) => readKnownBalances(ctx, merchantId, { bankId, day }),
      });
      const imported: unknown[] = [];
      for await (const statement of statements) {
        const { statementId, day, tally } = statement;
        const result = await importStatement(ctx, merchantId, { bankId, statement, by });
        const { leftOut } = tally;
        imported.push({ statementId, day, ...result, ...(leftOut.length > 0 ? { leftOut } : {}) });
      }
      await noteForeign(ctx, merchantId, { bankId, foreign });
      await matchLines(ctx, merchantId);
      return [...imported, ...foreign.map((one) => ({ leftOut: tellForeign(one) }))];
    },
  });
}

/** Returns a break as it is printed: with what `show-break` masks. */
async function showChanged(ctx: Context, merchantId: string, found: Break): Promise<Break> {
  const { detail, note } = await readBreak(ctx, merchantId, found.breakId);
  return { ...found, detail, note };
}

/** A member's decision may wait for another person: then the break is shown as open, with the request. */
async function showWithRequest(ctx: Context, merchantId: string, found: Break): Promise<unknown> {
  const request = await ctx.db.inMerchant(merchantId, (tx) => findReleaseRequest(tx, found.breakId));
  return { ...(await showChanged(ctx, merchantId, found)), requestId: request?.requestId ?? null };
}

const DECIDED = { ...BREAK, member: DECIDER_IF_ANY };

function addBreaks(program: Command): void {
  operationCommand(program, "assignBreak", {
    name: "assign-break",
    says: "assign a break to a member",
    options: {
      ...DECIDED,
      ownerId: needed("--owner <member>", `ID of the member, or ${NO_OWNER}`, readOr(NO_OWNER, readId)),
    },
    print: showChanged,
  });
  operationCommand(program, "resolveBreak", {
    name: "resolve-break",
    says: "resolve a break by a person's decision; credits that wait for a gap are processed, else no money moves",
    options: {
      ...DECIDED,
      resolution: ["--resolution <word>", RESOLUTIONS.join(", ")],
      note: ["--note <text>", "what was found, and how"],
    },
    print: showWithRequest,
  });
  merchantCommand(program, {
    name: "match-break",
    says: "match a break's statement line with a transfer and update the books",
    options: {
      ...DECIDED,
      reference: needed("--reference <id>", "our reference ID of the transfer", readWhole(1, REFERENCE_MAX)),
      note: needed("--note <text>", "how it is known"),
    },
    asks: "manage_settings",
    run: async (ctx, merchantId, { reference, ...match }) => {
      const matched = await matchBreak(ctx, merchantId, { ...match, referenceId: BigInt(reference) });
      return showWithRequest(ctx, merchantId, matched);
    },
  });
  operationCommand(program, "undoBreak", {
    name: "undo-break",
    says: "undo a match or a resolution; the history stays",
    options: { ...DECIDED, note: ["--note <text>", "why it was wrong"] },
    print: showChanged,
  });
}

function addLimit(program: Command): void {
  merchantCommand(program, {
    name: "set-stop-limit",
    says: "set the amount of an unknown debit above which its bank account is stopped; default: 10000.00",
    options: { above: needed("--above <rupees>", "", readRupees) },
    run: async (ctx, merchantId, { above, by }) => {
      await changeSettings(ctx, merchantId, { stopAbove: formatRupees(above), by });
      return { stopAbovePaise: above };
    },
  });
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
  command(program, {
    name: "recover",
    says: "after a database restore: send nothing until the banks' statements since then are in",
    options: {
      since: needed(
        "--since <moment>",
        "the time the database was restored to, e.g. 2026-11-20T10:00:00+05:30",
        readMoment,
      ),
      longAgo: mark("--long-ago", `required if that was more than ${DAYS_USUAL} days ago`),
      merchant: optional("--merchant <id>", "only this merchant; default: all", readId),
    },
    run: async (ctx, { since, merchant, longAgo = false }) => {
      checkSince(since, longAgo);
      if (merchant === undefined) return beginRecoveryOfAll(ctx, { since, by: "system" });
      await ctx.db.inMerchant(merchant, readMerchant);
      return { bankIds: await beginRecovery(ctx, merchant, { since, by: "system" }) };
    },
  });
  merchantCommand(program, {
    name: "end-recovery",
    says: "resume a bank although not all of its statements since a restore are in",
    options: {
      bankId: needed("--bank <id>"),
      because: needed("--because <reason>", "how you know what the bank has paid"),
    },
    run: async (ctx, merchantId, ended) => {
      await endRecovery(ctx, merchantId, ended);
      return { bankId: ended.bankId };
    },
  });
}
