/** Ordered claims become transfers: safe to do again at any time, by several processes at once, after any crash. */
import { readMerchant } from "#access";
import type { Context } from "#lib/context";
import { CrashError, crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { acceptTransfers, readTransfersByOrigin, type Acceptance, type Transfer } from "#transfers";
import { checkPayeeName } from "./check-payee-name.ts";
import { orderOf, readNewestClaims, transferKeyOf } from "./claim.ts";
import { foldRefusal, type Claimed, type LinkChange } from "./decide-link.ts";
import { reasonOfRefusal } from "./failure.ts";
import { foldTransfers, lockClaimed } from "./fold-transfers.ts";
import { linkColumns, type Link } from "./link.ts";
import { writeLinkChanges } from "./write-link-changes.ts";

/**
 * Makes the transfer of each link's ordered claim, where there is one, and writes down what was said. A transfer that
 * was made before is found by its key. Answers the transfers. At most 500 links.
 */
export async function settleClaims(
  ctx: Context,
  merchantId: string,
  linkIds: readonly string[],
): Promise<Transfer[]> {
  const { ordered, mayPay } = await ctx.db.inMerchant(merchantId, (tx) => readOrdered(tx, linkIds));
  if (ordered.length === 0) return [];
  const refusals = new Map<string, string>();
  if (!mayPay) {
    for (const { claim, isMade } of ordered)
      if (!isMade) refusals.set(transferKeyOf(claim), "PAYOUT_INACTIVE");
  }
  const payable = ordered.filter(({ claim }) => !refusals.has(transferKeyOf(claim)));
  const matched = await matchNames(ctx, payable, refusals);
  const answers = await acceptTransfers(
    ctx,
    merchantId,
    matched.map(({ link, claim }) => orderOf(ctx.vault, link, claim)),
  );
  crashPoint("links.settle.accepted");
  matched.forEach(({ claim }, index) => {
    const reason = refusalIn(answers[index]!);
    if (reason !== null) refusals.set(transferKeyOf(claim), reason);
  });
  return ctx.db.inMerchant(merchantId, (tx) =>
    recordSettled(
      tx,
      ordered.map(({ link }) => link.linkId),
      refusals,
    ),
  );
}

interface Ordered extends Claimed {
  /** Whether its transfer was made before. */
  readonly isMade: boolean;
}

/** The claims to settle, and whether the merchant's payouts are switched on. */
async function readOrdered(
  tx: Tx,
  linkIds: readonly string[],
): Promise<{ ordered: Ordered[]; mayPay: boolean }> {
  const [{ settings }, links, claims, transfers] = await Promise.all([
    readMerchant(tx),
    tx.query<Link>(
      `select ${linkColumns}
       from links.link
       where merchant_id = $1
         and link_id = any ($2::uuid[])
         and status = 'pending'`,
      [tx.merchantId, linkIds],
    ),
    readNewestClaims(tx, linkIds),
    readTransfersByOrigin(tx, linkIds),
  ]);
  const byLink = new Map(claims.map((claim) => [claim.linkId, claim]));
  const keys = new Set(transfers.map((transfer) => transfer.transferKey));
  const ordered = links.flatMap((link) => {
    const claim = byLink.get(link.linkId);
    if (claim?.status !== "ordered") return [];
    return { link, claim, isMade: keys.has(transferKeyOf(claim)) };
  });
  return { ordered, mayPay: settings.payoutsEnabled };
}

/** Those that may be paid as far as the payee's name is concerned; why not, for the others, goes to `refusals`. */
async function matchNames(
  ctx: Context,
  ordered: readonly Ordered[],
  refusals: Map<string, string>,
): Promise<Ordered[]> {
  const reasons = await Promise.all(
    ordered.map(async ({ link, claim, isMade }) =>
      isMade || !link.checkName ? null : checkPayeeName(ctx, link, claim),
    ),
  );
  return ordered.filter(({ claim }, index) => {
    const reason = reasons[index]!;
    if (reason !== null) refusals.set(transferKeyOf(claim), reason);
    return reason === null;
  });
}

/** Why there is no transfer; null when there is one, also a rejected one. */
function refusalIn(answer: Acceptance): string | null {
  return answer.kind === "refused" ? reasonOfRefusal(answer.code) : null;
}

/** What is true now counts, not what was answered: another process may have got further with the same claim. */
async function recordSettled(
  tx: Tx,
  linkIds: readonly string[],
  refusals: ReadonlyMap<string, string>,
): Promise<Transfer[]> {
  const claimed = await lockClaimed(tx, linkIds);
  const transfers = await readTransfersByOrigin(tx, linkIds);
  const made = new Set(transfers.map((transfer) => transfer.transferKey));
  const refused = claimed.flatMap((one): LinkChange[] => {
    const key = transferKeyOf(one.claim);
    const reason = refusals.get(key);
    if (reason === undefined || made.has(key)) return [];
    const change = foldRefusal(one, reason, tx.now);
    return change === null ? [] : [change];
  });
  await writeLinkChanges(tx, [...foldTransfers(claimed, transfers, tx.now), ...refused]);
  crashPoint("links.settle.recorded");
  const keys = new Set(claimed.map(({ claim }) => transferKeyOf(claim)));
  return transfers.filter((transfer) => keys.has(transfer.transferKey));
}

/** The same where nobody waits for an answer: whatever fails is found due again. */
export async function settleQuietly(
  ctx: Context,
  merchantId: string,
  linkIds: readonly string[],
): Promise<Transfer[]> {
  try {
    return await settleClaims(ctx, merchantId, linkIds);
  } catch (error) {
    if (error instanceof CrashError) throw error;
    ctx.log.error({ merchantId, err: error }, "a claim could not be settled; it is found due again");
    return [];
  }
}
