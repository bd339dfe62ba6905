/** Successes that are reported after a failure. */
import type { Tx } from "#lib/db";
import { istDate } from "#lib/ist";
import { isLateReason, REASON_FACTS, type TransferReason } from "#rails";
import type { Transfer } from "./transfer.ts";
import type { Change } from "./write-changes.ts";

/**
 * Explains in sentences that a failed transfer was paid after all, and what to do, so that no merchant misses
 * it. Null if the reason's own description says enough.
 */
export function explainLate(reason: TransferReason | null): string | null {
  if (!isLateReason(reason)) return null;
  const { meaning, remedy } = REASON_FACTS[reason];
  return `${meaning} ${remedy}`;
}

/** The fields on which figures depend and that can change. */
const TOLD = ["status", "reason", "rail", "bankId", "finishedAt", "feePaise"] as const;

/**
 * Marks the past days on which changed transfers were accepted, so that the figures of those days are
 * computed again. Nearly every outcome comes on the day of its order and marks nothing.
 */
export async function markLateChanges(
  tx: Tx,
  changes: readonly { readonly before: Transfer; readonly after: Transfer }[],
): Promise<void> {
  const today = istDate(tx.now);
  const days = changes
    .filter(({ before, after }) => TOLD.some((field) => before[field] !== after[field]))
    .map(({ before }) => istDate(before.acceptedAt))
    .filter((day) => day !== today);
  if (days.length === 0) return;
  await tx.execute(
    `insert into transfers.late_change (merchant_id, day)
     select $1, day from unnest($2::date[]) as changed (day)`,
    [tx.merchantId, [...new Set(days)]],
  );
}

// Writes what is stored about contradicting banks, besides the change of the transfer.

/** Raises contradictions; one of each kind for each attempt. */
export async function insertContradictions(tx: Tx, changes: readonly Change[]): Promise<void> {
  const rows = changes.flatMap(({ before, contradiction }) =>
    contradiction === undefined ? [] : [{ transferId: before.transferId, ...contradiction }],
  );
  if (rows.length === 0) return;
  await tx.execute(
    `insert into transfers.contradiction (merchant_id, transfer_id, attempt, kind, detail, opened_at)
     select $1, transfer_id, attempt, kind, detail, $2
     from unnest($3::uuid[], $4::smallint[], $5::text[], $6::text[]) as found (transfer_id, attempt, kind, detail)
     on conflict do nothing`,
    [
      tx.merchantId,
      tx.now,
      rows.map((row) => row.transferId),
      rows.map((row) => row.attempt),
      rows.map((row) => row.kind),
      rows.map((row) => row.detail),
    ],
  );
}

/** Keeps the published reason of failed transfers that now say that they were paid. */
export async function keepFirstReasons(tx: Tx, changes: readonly Change[]): Promise<void> {
  const late = changes.filter(
    ({ before, after, late }) =>
      late !== undefined && before.status !== "succeeded" && before.reason !== after.reason,
  );
  if (late.length === 0) return;
  await tx.execute(
    `update transfers.transfer
     set failed_because = coalesce(failed_because, changed.reason)
     from unnest($2::uuid[], $3::text[]) as changed (transfer_id, reason)
     where transfer.merchant_id = $1
       and transfer.transfer_id = changed.transfer_id`,
    [
      tx.merchantId,
      late.map(({ before }) => before.transferId),
      late.map(({ before }) => before.reason ?? ""),
    ],
  );
}

/** A payment that a bank made after it had refused: the status stays, but the payee has the money. */
export interface LateSuccess {
  readonly bankId: string;
  readonly attempt: number;
  /** The UTR of the payment. Null means not reported yet. */
  readonly utr: string | null;
  /** The time of the booking. */
  readonly at: Date;
}

/**
 * Reads which transfers of a set, given by ID, were paid after they had failed. `returned` adds those whose
 * late payment was returned since. `beside` adds those that another bank has also paid or may still pay.
 */
export async function readLateSuccesses(
  tx: Tx,
  transferIds: readonly string[],
  { returned = false, beside = false } = {},
): Promise<ReadonlyMap<string, LateSuccess>> {
  if (transferIds.length === 0) return new Map();
  const values = [tx.merchantId, transferIds, returned, beside];
  const rows = await tx.query<LateSuccess & { transferId: string }>(READ, values);
  return new Map(rows.map(({ transferId, ...payment }) => [transferId, payment]));
}

// The lines of an attempt start at ten times its number (linesOfAttempt); the first is the payment itself.
const READ = `
  select late.cause_id as "transferId", attempt.bank_id as "bankId", attempt.attempt, late.at,
    (
      select fact.utr
      from transfers.fact
      where fact.merchant_id = late.merchant_id
        and fact.transfer_id = late.cause_id
        and fact.attempt = attempt.attempt
        and fact.evidence = 'POS'
        and fact.utr is not null
      order by fact.at desc
      limit 1
    ) as utr
  from ledger.posting as late
  join transfers.attempt
    on attempt.merchant_id = late.merchant_id
   and attempt.transfer_id = late.cause_id
   and attempt.attempt = late.line / 10
  join transfers.transfer
    on transfer.merchant_id = late.merchant_id
   and transfer.transfer_id = late.cause_id
  where late.merchant_id = $1
    and late.cause_id = any ($2::uuid[])
    and late.phase = 6
    and late.kind = 'late_success'
    and late.line % 10 = 0
    and ($4 or transfer.status in ('failed', 'rejected', 'cancelled', 'reversed'))
    and ($3 or not exists (
      select from ledger.posting as back
      where back.merchant_id = late.merchant_id
        and back.cause_id = late.cause_id
        and back.phase = 5
        and back.kind = 'return'
        and back.line = late.line
    ))
  order by late.at`;
