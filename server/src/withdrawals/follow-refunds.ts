import type { Tx } from "#lib/db";
import type { TransferChange } from "#transfers";
import { nextMorning } from "./refund-days.ts";
import { tryOfKey } from "./refund.ts";

/**
 * Notes what became of refunds' transfers, in the transaction that decided it. What was not paid, or came back, is in
 * transit again and is tried again on the next working day, as long as there is time.
 */
export async function followRefunds(tx: Tx, changes: readonly TransferChange[]): Promise<void> {
  const ends = changes.filter(({ before, after }) => before.status !== after.status && after.status in PAID);
  if (ends.length === 0) return;
  const after = ends.map((change) => change.after);
  await tx.execute(NOTE, [
    tx.merchantId,
    tx.now,
    nextMorning(tx.now),
    after.map(({ originId }) => originId),
    after.map(({ transferKey }) => tryOfKey(transferKey)),
    after.map(({ status }) => PAID[status]),
    after.map(({ reason }) => reason),
    after.map(({ utr }) => utr),
  ]);
}

/** Ends of a transfer: whether it paid. */
const PAID: Readonly<Record<string, boolean>> = {
  succeeded: true,
  failed: false,
  cancelled: false,
  rejected: false,
  reversed: false,
};

// Whoever placed it may not have noted it yet: then this try is the one after the last noted.
const NOTE = `
  update withdrawals.refund as refund
  set status = case when ended.paid then 'paid' when $3 <= refund.refund_by then 'waiting' else 'stuck' end,
    due_at = case when ended.paid or $3 > refund.refund_by then null else $3 end,
    finished_at = case when ended.paid then $2::timestamptz end,
    tries = ended.try,
    reason = ended.reason,
    utr = coalesce(ended.utr, refund.utr)
  from unnest($4::uuid[], $5::smallint[], $6::boolean[], $7::text[], $8::text[])
    as ended (top_up_id, try, paid, reason, utr)
  where refund.merchant_id = $1
    and refund.top_up_id = ended.top_up_id
    and (
      (refund.status = 'waiting' and refund.tries = ended.try - 1)
      or (refund.status = 'processing' and refund.tries = ended.try)
      or (refund.status = 'paid' and refund.tries = ended.try and not ended.paid)
    )`;
