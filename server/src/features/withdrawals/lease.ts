/**
 * A lease on orders that one process places with the transfer engine. An order that the engine refuses leaves nothing
 * behind, so "refused" is true only as long as no other process places the same order. The holder of the lease is the
 * only one that does. The rows store the end of the lease by the database's clock, 60 seconds after it was taken.
 */
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";

export interface WithdrawalLease {
  readonly leaseId: string;
  /** The time when it was taken, by this process's clock that never jumps, in milliseconds. */
  readonly takenAt: number;
}

/**
 * Together with the 5 seconds for a connection and the 30 that a transaction may last, this ends before the lease does.
 */
const PLACE_WITHIN_MS = 20_000;

/** Makes a lease before its rows are taken, so that it seems older than it is and never younger. */
export const newLease = (): WithdrawalLease => ({ leaseId: newId(), takenAt: performance.now() });

/** Throws if so much time was lost that the lease may end, and another process begin, before orders are placed. */
export function assertFresh({ takenAt }: WithdrawalLease): void {
  if (performance.now() - takenAt > PLACE_WITHIN_MS)
    throw new Error("the lease grew old before anything was placed; what is due is found again after it");
}

/**
 * Throws unless the lease on all these rows is still ours. The transaction that accepts their orders calls it: until it
 * ends no other process can take a lease on them, and an earlier holder is detected.
 */
export async function holdLeased(
  tx: Tx,
  { leaseId }: WithdrawalLease,
  { table, ids }: { table: keyof typeof LEASED; ids: readonly string[] },
): Promise<void> {
  const held = await tx.query(LEASED[table], [tx.merchantId, ids, leaseId]);
  if (held.length < ids.length)
    throw new Error("the lease has passed to another process; it places what is due");
}

const LEASED = {
  withdrawal: `
    select withdrawal_id
    from withdrawals.withdrawal
    where merchant_id = $1
      and withdrawal_id = any ($2::uuid[])
      and lease_id = $3
      and status = 'waiting'
    order by withdrawal_id
    for share`,
  refund: `
    select top_up_id
    from withdrawals.refund
    where merchant_id = $1
      and top_up_id = any ($2::uuid[])
      and lease_id = $3
      and status = 'waiting'
    order by top_up_id
    for share`,
} as const;
