import type { Tx } from "#lib/db";
import { followTransfers, type Transfer } from "#transfers";
import { readNewestClaims, transferKeyOf } from "./claim.ts";
import { foldTransfer, type Claimed, type LinkChange } from "./decide-link.ts";
import { lockLinks } from "./link.ts";
import { writeLinkChanges } from "./write-link-changes.ts";

/** Makes links follow their transfers. Call it once when a process starts, before any transfer can change. */
export function registerLinks(): void {
  followTransfers("link", async (tx, changes) => {
    const transfers = changes.map(({ after }) => after);
    const claimed = await lockClaimed(
      tx,
      transfers.map(({ originId }) => originId!),
    );
    await writeLinkChanges(tx, foldTransfers(claimed, transfers, tx.now));
  });
}

/** Locks links in the order of their IDs and reads the newest claim of each that has one. */
export async function lockClaimed(tx: Tx, linkIds: readonly string[]): Promise<Claimed[]> {
  const links = await lockLinks(tx, linkIds);
  const claims = await readNewestClaims(
    tx,
    links.map((link) => link.linkId),
  );
  const byLink = new Map(claims.map((claim) => [claim.linkId, claim]));
  return links.flatMap((link) => {
    const claim = byLink.get(link.linkId);
    return claim === undefined ? [] : { link, claim };
  });
}

/** Applies transfers to the claims they are named after. Pure. Those of older claims failed for good. */
export function foldTransfers(
  claimed: readonly Claimed[],
  transfers: readonly Transfer[],
  now: Date,
): LinkChange[] {
  const byKey = new Map(transfers.map((transfer) => [transfer.transferKey, transfer]));
  return claimed.flatMap((one) => {
    const transfer = byKey.get(transferKeyOf(one.claim));
    return transfer === undefined ? [] : (foldTransfer(one, transfer, now) ?? []);
  });
}
