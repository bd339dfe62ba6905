import { requirePermission } from "#access";
import { recordAudit, type Actor } from "#audit";
import { adapterOf, type AccountStatement } from "#banks";
import { listBankConnections, type BankConnection } from "#fund-sources";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { istDate } from "#rails";
import { checkStatement, type Balances, type DayBalances, type Neighbours } from "./check-statement.ts";
import { closeBreaks } from "./close-breaks.ts";
import { ReconciliationError } from "./errors.ts";
import { findReusedId } from "./find-reused-id.ts";
import { lineKeysOf } from "./line-keys.ts";
import { openBreaks, type BreakToOpen } from "./open-breaks.ts";
import { takeUpVanished, withdrawLines } from "./withdraw-lines.ts";
import { insertLines, noteRepeated, wakeLines, type StatedDay } from "./write-lines.ts";

export interface Imported {
  /** `refused`: it contradicts itself or what is here, and nothing of it is stored. `repeated`: it is here already. */
  readonly state: "imported" | "refused" | "repeated";
  /** Lines that no statement had brought before. */
  readonly newLines: number;
}

export interface StatementToImport {
  readonly bankId: string;
  readonly statement: AccountStatement;
  /** Who has brought it, where it is not the bank itself. */
  readonly by?: Actor;
}

/**
 * Takes a statement of one bank account and day in one commit. A line is stored once, however many statements carry
 * it; what does not agree is a break. Throws ReconciliationError.bank_not_connected or AccessError.not_permitted.
 */
export async function importStatement(
  ctx: Context,
  merchantId: string,
  { bankId, statement, by }: StatementToImport,
): Promise<Imported> {
  const imported = await ctx.db.inMerchant(merchantId, async (tx) => {
    if (by !== undefined) await requirePermission(tx, by, "manage_settings");
    const result = await importInTransaction(ctx, tx, bankId, statement);
    if (by !== undefined) await audit(tx, by, { bankId, statement, result });
    return result;
  });
  crashPoint("reconciliation.import.committed");
  return imported;
}

/** What is brought by hand may book money. */
function audit(
  tx: Tx,
  actor: Actor,
  { bankId, statement, result }: { bankId: string; statement: AccountStatement; result: Imported },
): Promise<void> {
  const { day, kind, lines, openingPaise, closingPaise } = statement;
  const balances = { opening: openingPaise.toString(), closing: closingPaise.toString() };
  const detail = { kind, lines: lines.length, ...balances, ...result };
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
  bankId: string,
  statement: AccountStatement,
): Promise<Imported> {
  const connection = (await listBankConnections(ctx, tx)).find((one) => one.bankId === bankId);
  if (connection === undefined) throw ReconciliationError.bank_not_connected({ bankId });
  await lockSchedule(tx, bankId, statement.day);
  const neighbours = await readNeighbours(tx, bankId, statement);
  const whole = isWhole(connection, statement, tx.now);
  const { debitAccount } = connection;
  const { lines } = statement;
  const keys = lineKeysOf(lines);
  const reusedId = await findReusedId(tx, { bankId, lines, keys });
  const verdict = checkStatement(statement, { ...neighbours, debitAccount, reusedId, whole });
  await openBreaks(tx, breaksOf(bankId, statement, verdict.faults));
  if (verdict.state === "repeated") return { state: "repeated", newLines: 0 };
  const refused = verdict.state === "refused";
  // What stood before a wrong statement of the same day still stands.
  if (!refused || neighbours.same === null)
    await writeStatement(tx, {
      bankId,
      statement,
      whole,
      because: refused ? verdict.faults[0]!.detail : null,
    });
  crashPoint("reconciliation.import.checked");
  if (refused) return { state: "refused", newLines: 0 };
  const stated = { bankId, statement, keys };
  const inserted = await insertLines(tx, ctx.vault, { ...stated, bankNo: connection.bankNo, lines });
  const takenUp = await takeUpVanished(tx, stated);
  if (whole) await closeDay(tx, stated);
  crashPoint("reconciliation.import.written");
  return { state: "imported", newLines: inserted + takenUp };
}

/** A bank that only knows the day under way states all of it when it is over. */
function isWhole(connection: BankConnection, { kind, day }: AccountStatement, now: Date): boolean {
  const kinds = adapterOf(connection).capabilities(connection.bankId).statements ?? [];
  return kind === "end_of_day" || (day < istDate(now) && !kinds.includes("end_of_day"));
}

/** One statement of a bank at a time. */
async function lockSchedule(tx: Tx, bankId: string, day: string): Promise<void> {
  await tx.execute(
    `insert into reconciliation.schedule as schedule (merchant_id, bank_id, first_day, next_day, due_at)
     values ($1, $2, $3, $3, $4)
     on conflict (merchant_id, bank_id) do update set due_at = schedule.due_at`,
    [tx.merchantId, bankId, day, tx.now],
  );
}

async function readNeighbours(
  tx: Tx,
  bankId: string,
  { day }: AccountStatement,
): Promise<Pick<Neighbours, "same" | "before" | "after">> {
  const rows = await tx.query<DayBalances & { place: "same" | "before" | "after" }>(READ_NEIGHBOURS, [
    tx.merchantId,
    bankId,
    day,
  ]);
  const at = (place: string) => rows.find((row) => row.place === place) ?? null;
  return { same: at("same") as Balances | null, before: at("before"), after: at("after") };
}

const DAYS = `
  select day::text as day, sequence_no::int as "sequenceNo", opening_paise as "openingPaise",
    closing_paise as "closingPaise"
  from reconciliation.statement
  where merchant_id = $1 and bank_id = $2 and whole and state = 'imported'`;

const READ_NEIGHBOURS = `
  (select *, 'same' as place from (${DAYS} and day = $3::date) as one)
  union all
  (select *, 'before' from (${DAYS} and day < $3::date order by statement.day desc limit 1) as one)
  union all
  (select *, 'after' from (${DAYS} and day > $3::date order by statement.day limit 1) as one)`;

function breaksOf(
  bankId: string,
  { day, kind, closingPaise }: AccountStatement,
  faults: ReturnType<typeof checkStatement>["faults"],
): BreakToOpen[] {
  return faults.map((fault) => ({
    ...fault,
    bankId,
    day,
    // Another wrong closing balance is another break.
    sourceKey: `statement:${bankId}:${day}:${kind}:${fault.kind}:${closingPaise}`,
  }));
}

interface StatementToWrite {
  readonly bankId: string;
  readonly statement: AccountStatement;
  readonly whole: boolean;
  /** Why it is refused; null: it is not. */
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
      statement.lines.length,
      because === null ? "imported" : "refused",
      because,
      tx.now,
      whole,
    ],
  );
}

/** The whole day is here: lines of an earlier statement that are gone are breaks; faults of the day are cleared. */
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

/** Wrong statements of this day, and the gap that it fills. */
const FIND_CLEARED = `
  select source_key as "sourceKey"
  from reconciliation.break
  where merchant_id = $1
    and bank_id = $2
    and closed_at is null
    and (
      (kind in ('statement_wrong', 'statement_unreadable') and day = $3::date)
      or (
        kind = 'missing_day'
        and day > $3::date
        and not exists (
          select from generate_series($3::date + 1, break.day - 1, interval '1 day') as between_days (day)
          where not exists (
            select from reconciliation.statement
            where statement.merchant_id = $1
              and statement.bank_id = $2
              and statement.whole
              and statement.state = 'imported'
              and statement.day = between_days.day::date
          )
        )
      )
    )`;
