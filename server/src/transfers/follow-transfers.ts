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
 * Lets `follower` hear of every change of the transfers of one origin from now on, after their acceptance. What it
 * throws undoes the change, so it must take whatever comes. Called once at the start of a process.
 */
export function followTransfers(originKind: OriginKind, follower: Follower): void {
  followers.set(originKind, follower);
}

/** Tells the followers of a set of changes, in the caller's transaction. */
export async function tellFollowers(tx: Tx, changes: readonly TransferChange[]): Promise<void> {
  const followed = changes.filter(({ before }) => before.originKind !== null);
  if (followed.length === 0) return;
  for (const [kind, ofKind] of Map.groupBy(followed, ({ before }) => before.originKind!)) {
    await followers.get(kind)?.(tx, ofKind);
  }
}
