import type { Tx } from "#lib/db";

/** A payment that a bank made after it had refused: the status stays, but the payee has the money. */
export interface LateSuccess {
  readonly bankId: string;
  readonly attempt: number;
  /** The UTR of the payment; null: not reported yet. */
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
