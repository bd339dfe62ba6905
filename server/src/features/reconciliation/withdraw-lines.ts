/** Withdraws lines that the whole day's statement lacks, and restores those that return. */
import { postEntries } from "#ledger";
import type { Tx } from "#lib/db";
import { forgetUnknownDebits } from "#transfers";
import { breakKeyOf } from "./book-marks.ts";
import { closeBreaks } from "./close-breaks.ts";
import { LINE, type Line } from "./line.ts";
import { openBreaks } from "./open-breaks.ts";
import { suspenseEntry } from "./break.ts";
import type { StatedDay } from "./write-lines.ts";

/** A line as it was before it vanished. */
interface Vanished extends Line {
  /** True if the statement has the movement in other words. */
  readonly reworded: boolean;
}

/**
 * Withdraws the day's stored lines that its whole statement lacks, in the caller's transaction. They count
 * for nothing any more: those in suspense leave it, the lines paired with them are looked at again, and if
 * the books followed one it is a break, unless the statement says the same in other words.
 */
export async function withdrawLines(tx: Tx, { bankId, statement, keys }: StatedDay): Promise<void> {
  const { day } = statement;
  const vanished = await tx.query<Vanished>(WITHDRAW, [tx.merchantId, bankId, day, tx.now, keys]);
  if (vanished.length === 0) return;
  const suspended = vanished.filter(({ state }) => state === "suspense");
  await postEntries(
    tx,
    suspended.map((line) => suspenseEntry(line, "from_suspense")),
  );
  await closeBreaks(tx, suspended.map(breakKeyOf), {
    resolution: "went_away",
    note: `the statement of ${day} does not have the line`,
    by: "system",
  });
  await forgetUnknownDebits(
    tx,
    suspended.flatMap(({ lineId, reference }) => (reference === null ? [] : [{ bankId, reference, lineId }])),
  );
  await wakeOtherHalves(
    tx,
    bankId,
    vanished.filter(({ state }) => state === "paired"),
  );
  await openBreaks(
    tx,
    vanished
      .filter(({ reworded }) => !reworded)
      .map(({ lineId, transferId, amountPaise }) => ({
        kind: "line_vanished",
        sourceKey: vanishedKeyOf(lineId),
        bankId,
        day,
        lineId,
        transferId,
        amountPaise,
        detail: "an earlier statement of the day had this line, the statement of the whole day has not",
      })),
  );
}

/** Looks again at lines that were paired with these; without a known attempt, they are found by UTR. */
async function wakeOtherHalves(tx: Tx, bankId: string, paired: readonly Line[]): Promise<void> {
  if (paired.length === 0) return;
  await tx.execute(WAKE_OTHER_HALVES, [tx.merchantId, ...attemptsOf(paired)]);
  const untied = paired.filter(({ transferId }) => transferId === null);
  const [utrs, amounts] = [untied.map(({ utr }) => utr), untied.map(({ amountPaise }) => amountPaise)];
  if (untied.length > 0) await tx.execute(WAKE_UNTIED_HALVES, [tx.merchantId, bankId, utrs, amounts]);
}

/** Restores, as new lines of its day, lines that vanished from another day and are on this statement. */
export async function takeUpVanished(tx: Tx, { bankId, statement, keys }: StatedDay): Promise<number> {
  const [any] = await tx.query(ANY_VANISHED, [tx.merchantId, bankId]);
  if (any === undefined) return 0;
  const back = await tx.query<{ lineId: string }>(TAKE_UP, [tx.merchantId, bankId, statement.day, keys]);
  const elsewhere = await tx.query<{ lineId: string }>(ELSEWHERE, [tx.merchantId, bankId, statement.day]);
  await closeBreaks(
    tx,
    [...back, ...elsewhere].map(({ lineId }) => vanishedKeyOf(lineId)),
    { resolution: "went_away", note: `the statement of ${statement.day} has the line`, by: "system" },
  );
  return back.length;
}

const vanishedKeyOf = (lineId: string): string => `vanished:${lineId}`;

const attemptsOf = (lines: readonly Line[]): unknown[] => [
  lines.map(({ transferId }) => transferId),
  lines.map(({ attempt }) => attempt),
];

const WITHDRAW = `
  with told as materialized (
    select unnest($5::text[]) as line_key
  ), stated as materialized (
    select side, amount_paise, reference, utr
    from reconciliation.line
    join told using (line_key)
    where merchant_id = $1
      and bank_id = $2
      and day = $3::date
  ), gone as materialized (
    select ${LINE.columns},
      -- Each of the two is looked up in a hash, however many lines are reworded.
      (line.reference is not null and (side, amount_paise, reference) in (
        select side, amount_paise, reference from stated where reference is not null
      ))
      or (line.utr is not null and (side, amount_paise, utr) in (
        select side, amount_paise, utr from stated where utr is not null
      )) as reworded
    from reconciliation.line
    where line.merchant_id = $1
      and line.bank_id = $2
      and line.day = $3::date
      and line.vanished_at is null
      and not exists (select from told where told.line_key = line.line_key)
    for update of line
  ), marked as (
    update reconciliation.line
    set state = 'vanished', vanished_at = $4, settled_at = null, held_until = null, awaits_day = false
    from gone
    where line.merchant_id = $1
      and line.line_id = gone."lineId"
  )
  select * from gone`;

const WAKE_OTHER_HALVES = `
  update reconciliation.line
  set state = 'new', settled_at = null
  from unnest($2::uuid[], $3::smallint[]) as paired (transfer_id, attempt)
  where line.merchant_id = $1
    and line.transfer_id = paired.transfer_id
    and line.attempt = paired.attempt
    and line.state = 'paired'`;

const WAKE_UNTIED_HALVES = `
  update reconciliation.line
  set state = 'new', settled_at = null
  from unnest($3::text[], $4::bigint[]) as paired (utr, amount_paise)
  where line.merchant_id = $1
    and line.bank_id = $2
    and line.utr = paired.utr
    and line.amount_paise = paired.amount_paise
    and line.transfer_id is null
    and line.state = 'paired'`;

const ANY_VANISHED = `
  select from reconciliation.line
  where merchant_id = $1
    and bank_id = $2
    and state = 'vanished'
  limit 1`;

/** Finds vanished lines that this statement has under the same number, booked on another day. */
const ELSEWHERE = `
  select gone.line_id as "lineId"
  from reconciliation.line as gone
  where gone.merchant_id = $1
    and gone.bank_id = $2
    and gone.state = 'vanished'
    and gone.bank_line_id is not null
    and exists (
      select from reconciliation.line as stated
      where stated.merchant_id = $1
        and stated.bank_id = $2
        and stated.bank_line_id = gone.bank_line_id
        and stated.side = gone.side
        and stated.amount_paise = gone.amount_paise
        and stated.day = $3::date
        and stated.state <> 'vanished'
    )`;

const TAKE_UP = `
  update reconciliation.line
  set state = 'new', vanished_at = null, day = $3::date, transfer_id = null, attempt = null, top_up_id = null,
    rule = null, evidence = null
  where merchant_id = $1
    and bank_id = $2
    and state = 'vanished'
    and day <> $3::date
    and line_key = any ($4::text[])
  returning line_id as "lineId"`;
