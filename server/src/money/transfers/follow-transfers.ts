/** Notifies modules of each change of the transfers they made, in the transaction that makes the change. */
import type { Tx } from "#lib/db";
import type { OriginKind } from "./origins.ts";
import type { Transfer } from "./transfer.ts";

export interface TransferChange {
  readonly before: Transfer;
  readonly after: Transfer;
}

type Follower = (tx: Tx, changes: readonly TransferChange[]) => Promise<void>;

const followers = new Map<OriginKind, Follower>();

/**
 * Registers `follower` for every change of the transfers of one origin after their acceptance. What happened
 * to money is recorded even if a follower throws; it is then notified again later. So a follower must accept
 * the same change twice, and the newest change in place of several. Call it once when a process starts.
 */
export function followTransfers(originKind: OriginKind, follower: Follower): void {
  followers.set(originKind, follower);
}

/** Returns true if `tellFollowers` may have something to do. */
export function isFollowed(changes: readonly TransferChange[]): boolean {
  return changes.some(({ before }) => before.originKind !== null);
}

/** Notifies the followers about a set of changes, in the caller's transaction. */
export async function tellFollowers(tx: Tx, changes: readonly TransferChange[]): Promise<void> {
  const followed = changes.filter(({ before }) => before.originKind !== null);
  if (followed.length === 0) return;
  for (const [kind, ofKind] of Map.groupBy(followed, ({ before }) => before.originKind!)) {
    const fault = await tellOne(tx, kind, ofKind);
    if (fault !== null) await keepUntold(tx, ofKind, fault);
  }
}

/** Notifies one follower. If it throws, its writes are undone and the error is returned; otherwise null. */
export async function tellOne(
  tx: Tx,
  kind: OriginKind,
  changes: readonly TransferChange[],
): Promise<Error | null> {
  const follower = followers.get(kind);
  if (follower === undefined) return null;
  const told = await tx.part(() => follower(tx, changes));
  return "fault" in told ? told.fault : null;
}

async function keepUntold(tx: Tx, changes: readonly TransferChange[], fault: Error): Promise<void> {
  await tx.execute(
    `insert into transfers.untold as untold (merchant_id, transfer_id, status_before, because, due_at)
     select $1, transfer_id, status_before, $3, $2
     from unnest($4::uuid[], $5::text[]) as change (transfer_id, status_before)
     on conflict (merchant_id, transfer_id) do update
     set status_before = case when untold.due_at is null then excluded.status_before else untold.status_before end,
       because = excluded.because,
       tries = untold.tries + 1,
       due_at = excluded.due_at`,
    [
      tx.merchantId,
      tx.now,
      fault.message.slice(0, 500),
      changes.map(({ before }) => before.transferId),
      changes.map(({ before }) => before.status),
    ],
  );
}
