/** Modules that make transfers hear of every change of theirs, in the transaction that makes it. */
import type { Tx } from "#lib/db";
import type { OriginKind } from "./origins.ts";
import type { Transfer } from "./transfer.ts";

/** What happened to one transfer. */
export interface TransferChange {
  readonly before: Transfer;
  readonly after: Transfer;
}

type Follower = (tx: Tx, changes: readonly TransferChange[]) => Promise<void>;

const followers = new Map<OriginKind, Follower>();

/**
 * Lets `follower` hear of every change of the transfers of one origin from now on, after their acceptance. What
 * happened to money is recorded whatever a follower thinks of it: one that throws is told again later, so it must take
 * the same change twice, and the newest in place of several. Called once at the start of a process.
 */
export function followTransfers(originKind: OriginKind, follower: Follower): void {
  followers.set(originKind, follower);
}

/** Whether `tellFollowers` has anything to tell. */
export function isFollowed(changes: readonly TransferChange[]): boolean {
  return changes.some(({ before }) => before.originKind !== null);
}

/** Tells the followers of a set of changes, in the caller's transaction. */
export async function tellFollowers(tx: Tx, changes: readonly TransferChange[]): Promise<void> {
  const followed = changes.filter(({ before }) => before.originKind !== null);
  if (followed.length === 0) return;
  for (const [kind, ofKind] of Map.groupBy(followed, ({ before }) => before.originKind!)) {
    const fault = await tellOne(tx, kind, ofKind);
    if (fault !== null) await keepUntold(tx, ofKind, fault);
  }
}

/** Tells one follower; what is wrong when it cannot take the changes, of which it has then done nothing. */
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
