import { requirePermission } from "#access";
import { type Actor, recordAudit } from "#audit";
import {
  type AccountStatement,
  adapterOf,
  type LongStatement,
  longStatement,
  type BankStatementHead,
} from "#banks";
import { type BankConnection, listBankConnections } from "#fund-sources";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { istDate } from "#lib/ist";
import { checkStatement } from "./check-statement.ts";
import { closeBreaks } from "./close-breaks.ts";
import { ReconciliationError } from "./errors.ts";
import { readNeighbours } from "./list-breaks.ts";
import { type BreakToOpen, openBreaks } from "./open-breaks.ts";
import { compareDays, proveDays } from "./prove-days.ts";
import { takeUpVanished, withdrawLines } from "./withdraw-lines.ts";
import { insertLines, noteRepeated, type StatedDay, wakeLines } from "./write-lines.ts";

/** Called when the whole day is here: lines missing from it become breaks; faults of the day are cleared. */
async function closeDay(tx: Tx, stated: StatedDay): Promise<void> {
  const { bankId, statement } = stated;
  const { day } = statement;
  await wakeLines(tx, bankId, day);
  await noteRepeated(tx, stated);
  await withdrawLines(tx, stated);
  await tx.execute(
    `update reconciliation.schedule
     set next_day = greatest(next_day, $3::date + 1), problem = null, failing_since = null, failures = 0
     where merchant_id = $1
       and bank_id = $2`,
    [tx.merchantId, bankId, day],
  );
  const cleared = await tx.query<{ sourceKey: string }>(FIND_CLEARED, [tx.merchantId, bankId, day]);
  await closeBreaks(
    tx,
    cleared.map(({ sourceKey }) => sourceKey),
    { resolution: "went_away", note: `the statement of ${day} has arrived`, by: "system" },
  );
}

/** Finds wrong statements of this day. */
const FIND_CLEARED = `
  select source_key as "sourceKey"
  from reconciliation.break
  where merchant_id = $1
    and bank_id = $2
    and closed_at is null
    and kind in ('statement_wrong', 'statement_unreadable', 'statement_changed')
    and day = $3::date`;

export interface Imported {
  /** `refused`: it contradicts itself or stored data, nothing is stored. `repeated`: it is already stored. */
  readonly state: "imported" | "refused" | "repeated";
  /** Lines that no earlier statement had. */
  readonly newLines: number;
}

interface StatementToImport {
  readonly bankId: string;
  readonly statement: AccountStatement | LongStatement;
  /** The person who imported it, if it did not come from the bank itself. */
  readonly by?: Actor;
  /** If it aborts, its reason is thrown, and nothing of the statement is stored. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Imports a statement of one bank account and day in one commit. A line is stored once, however many
 * statements carry it; differences are breaks. The lines of a long statement are read and stored set by set.
 * Throws ReconciliationError.bank_not_connected or statement_changed_while_read, AccessError.not_permitted,
 * and any error of reading its lines.
 */
export async function importStatement(
  ctx: Context,
  merchantId: string,
  { bankId, statement: given, by, signal }: StatementToImport,
): Promise<Imported> {
  const long = "sets" in given ? given : longStatement(given);
  const imported = await ctx.db.inMerchant(merchantId, async (tx) => {
    const statement = asOf(long, tx.now);
    if (by !== undefined) await requirePermission(tx, by, "manage_settings");
    const result = await importInTransaction(ctx, tx, { bankId, statement, signal });
    if (by !== undefined) await audit(tx, by, { bankId, statement, result });
    return result;
  });
  crashPoint("reconciliation.import.committed");
  if (imported.newLines >= MANY_LINES)
    await ctx.db.inMerchant(merchantId, (tx) => tx.query("select reconciliation.refresh_statistics()"));
  return imported;
}

/** After this many new lines the planner's statistics are refreshed, so that matching them gets good plans. */
const MANY_LINES = 200;

/** A statement that is exported before the day is over does not cover the whole day. */
function asOf(statement: LongStatement, now: Date): LongStatement {
  const isUnderWay = statement.mayGrow === true && statement.day >= istDate(now);
  return isUnderWay ? { ...statement, kind: "intraday" } : statement;
}

/** A statement that is imported by hand may book money. */
function audit(
  tx: Tx,
  actor: Actor,
  { bankId, statement, result }: { bankId: string; statement: LongStatement; result: Imported },
): Promise<void> {
  const { day, kind, tally, openingPaise, closingPaise } = statement;
  const balances = { opening: openingPaise.toString(), closing: closingPaise.toString() };
  const detail = { kind, lines: tally.lineCount, ...balances, ...result };
  return recordAudit(tx, [
    {
      actor,
      action: "reconciliation.statement_imported",
      subject: `statement:${bankId}:${day}`,
      detail,
    },
  ]);
}

async function importInTransaction(
  ctx: Context,
  tx: Tx,
  {
    bankId,
    statement,
    signal,
  }: { bankId: string; statement: LongStatement; signal: AbortSignal | undefined },
): Promise<Imported> {
  const connection = (await listBankConnections(ctx, tx)).find((one) => one.bankId === bankId);
  if (connection === undefined) throw ReconciliationError.bank_not_connected({ bankId });
  await lockSchedule(tx, bankId, statement.day);
  const { same } = await readNeighbours(tx, bankId, statement.day);
  const whole = isWhole(connection, statement, tx.now);
  const { debitAccount } = connection;
  await allowItsTime(tx, statement);
  const mayHaveGrown = statement.mayGrow === true && same?.openingPaise === statement.openingPaise;
  const grown = mayHaveGrown ? await compareDays(tx, ctx.vault, { bankId, statement }) : null;
  const verdict = checkStatement(statement, { same, grown, debitAccount, whole });
  await openBreaks(tx, breaksOf(bankId, statement, verdict.faults));
  if (verdict.state === "imported") await openBreaks(tx, leftOutOf(bankId, statement));
  if (verdict.state === "repeated") return { state: "repeated", newLines: 0 };
  const refused = verdict.state === "refused";
  // Statements stored before a wrong one of the same day remain valid.
  if (!refused || same === null)
    await writeStatement(tx, {
      bankId,
      statement,
      whole,
      because: refused ? verdict.faults[0]!.detail : null,
    });
  crashPoint("reconciliation.import.checked");
  if (refused) return { state: "refused", newLines: 0 };
  const { bankNo } = connection;
  const { newLines, keys } = await insertLines(tx, ctx.vault, { bankId, bankNo, statement, signal });
  const stated = { bankId, statement, keys };
  const takenUp = await takeUpVanished(tx, stated);
  if (whole) await closeDay(tx, stated);
  await proveDays(tx, bankId, statement.day);
  crashPoint("reconciliation.import.written");
  return { state: "imported", newLines: newLines + takenUp };
}

const SHORT_LINES_MAX = 10_000;

/** Storing many lines may take longer than the limit of a transaction; each SQL statement may not. */
async function allowItsTime(tx: Tx, { tally }: LongStatement): Promise<void> {
  if (tally.lineCount > SHORT_LINES_MAX) await tx.execute("set local transaction_timeout = 0");
}

/** A bank that only has intraday statements states the whole day when it is over. */
function isWhole(connection: BankConnection, { kind, day }: BankStatementHead, now: Date): boolean {
  const kinds = adapterOf(connection).capabilities(connection.bankId).statements ?? [];
  return kind === "end_of_day" || (day < istDate(now) && !kinds.includes("end_of_day"));
}

/** Allows one statement of a bank at a time. */
async function lockSchedule(tx: Tx, bankId: string, day: string): Promise<void> {
  await tx.execute(
    `insert into reconciliation.schedule as schedule (merchant_id, bank_id, first_day, next_day, due_at)
     values ($1, $2, $3, $3, $4)
     on conflict (merchant_id, bank_id) do update set due_at = schedule.due_at`,
    [tx.merchantId, bankId, day, tx.now],
  );
}

function breaksOf(
  bankId: string,
  { day, kind, closingPaise }: BankStatementHead,
  faults: ReturnType<typeof checkStatement>["faults"],
): BreakToOpen[] {
  return faults.map((fault) => ({
    ...fault,
    bankId,
    day,
    // A different wrong closing balance is a different break.
    sourceKey: `statement:${bankId}:${day}:${kind}:${fault.kind}:${closingPaise}`,
  }));
}

/** An entry that could not be read is a break of its own; the balances agree without it. */
function leftOutOf(bankId: string, { day, kind, tally }: LongStatement): BreakToOpen[] {
  return tally.leftOut.map((why, index) => ({
    kind: "entry_left_out",
    sourceKey: `left-out:${bankId}:${day}:${kind}:${index}:${why}`.slice(0, 300),
    bankId,
    day,
    detail: `an entry of the statement was not taken, and its balances agree without it: ${why}`,
  }));
}

interface StatementToWrite {
  readonly bankId: string;
  readonly statement: LongStatement;
  readonly whole: boolean;
  /** The reason why it is refused; null if it is not. */
  readonly because: string | null;
}

async function writeStatement(
  tx: Tx,
  { bankId, statement, whole, because }: StatementToWrite,
): Promise<void> {
  await tx.execute(
    `insert into reconciliation.statement (
       merchant_id, bank_id, day, kind, bank_statement_id, sequence_no, opening_paise, closing_paise, line_count,
       state, because, arrived_at, whole
     )
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict (merchant_id, bank_id, day, kind) do update
     set bank_statement_id = excluded.bank_statement_id,
         sequence_no = excluded.sequence_no,
         opening_paise = excluded.opening_paise,
         closing_paise = excluded.closing_paise,
         line_count = excluded.line_count,
         state = excluded.state,
         because = excluded.because,
         arrived_at = excluded.arrived_at,
         whole = excluded.whole`,
    [
      tx.merchantId,
      bankId,
      statement.day,
      statement.kind,
      statement.statementId,
      statement.sequenceNo,
      statement.openingPaise,
      statement.closingPaise,
      statement.tally.lineCount,
      because === null ? "imported" : "refused",
      because,
      tx.now,
      whole,
    ],
  );
}
