/**
 * Turns ordered claims into transfers, and makes links follow them. Settling is safe to repeat at any time, in
 * several processes, after any crash.
 */
import { memberOf, readMerchant, readPermissions } from "#access";
import { noteAddedNumbers } from "#beneficiaries";
import type { Context } from "#lib/context";
import { CrashError, crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { isDatabaseAnswer, isFaultOfWork } from "#lib/db-errors";
import {
  acceptTransfers,
  followTransfers,
  readTransfersByOrigin,
  type Acceptance,
  type Transfer,
  type TransferOrder,
} from "#transfers";
import { checkPayeeName } from "./check-payee-name.ts";
import { nameKeyOf, orderOf, readNewestClaims, transferKeyOf } from "./claim.ts";
import {
  foldRefusal,
  foldTransfer,
  POSTPONED_MS,
  postponeLink,
  reasonOfRefusal,
  USED_UP_MS,
  type Claimed,
  type LinkChange,
} from "./decide-link.ts";
import { linkColumns, lockLinks, type Link } from "./link.ts";
import { writeLinkChanges } from "./write-link-changes.ts";

/** A set of items of which one may be faulty. */
interface SetToWork<T, R> {
  readonly items: readonly T[];
  /** Called for the whole set; if that fails because of an item, called for each item alone. */
  readonly work: (items: readonly T[]) => Promise<readonly R[]>;
  /** Called for each item that fails alone. */
  readonly failed: (item: T, error: unknown) => void;
}

/**
 * Works on a set so that a faulty item does not block others, and returns all results. Throws if the cause is
 * not an item, for example a lost database: then nothing is known about any item.
 */
async function workThrough<T, R>({ items, work, failed }: SetToWork<T, R>): Promise<R[]> {
  if (items.length === 0) return [];
  try {
    return [...(await work(items))];
  } catch (error) {
    if (!isOfOne(error)) throw error;
    if (items.length === 1) {
      failed(items[0]!, error);
      return [];
    }
  }
  const answers: R[] = [];
  for (const item of items) answers.push(...(await workThrough({ items: [item], work, failed })));
  return answers;
}

const isOfOne = (error: unknown): boolean =>
  !(error instanceof CrashError) && (isFaultOfWork(error) || isDatabaseAnswer(error));

/**
 * Makes the transfer of each link's ordered claim, if there is one, and records the result. An existing
 * transfer is found by its key. A claim that cannot be settled now stays ordered, is due again a little
 * later, and does not block others. Returns the transfers. At most 500 links.
 */
export async function settleClaims(
  ctx: Context,
  merchantId: string,
  linkIds: readonly string[],
): Promise<Transfer[]> {
  const { ordered, mayPay } = await ctx.db.inMerchant(merchantId, (tx) => readOrdered(tx, linkIds));
  if (ordered.length === 0) return [];
  const settling: Settling = {
    ctx,
    merchantId,
    refusals: new Map(),
    later: new Map(
      mayPay ? [] : ordered.flatMap(({ link, isMade }) => (isMade ? [] : [[link.linkId, POSTPONED_MS]])),
    ),
  };
  const orders = await noteNumbers(settling, openOrders(settling, ordered.filter(isPayable(settling))));
  await matchNames(settling, orders);
  await makeTransfers(settling, orders);
  crashPoint("links.settle.accepted");
  return workThrough({
    items: ordered,
    work: (some) =>
      ctx.db.inMerchant(merchantId, (tx) =>
        recordSettled(
          tx,
          some.map(({ link }) => link.linkId),
          settling,
        ),
      ),
    failed: (one, error) => logFailure(settling, one, error),
  });
}

interface Ordered extends Claimed {
  /** True if its transfer exists already. */
  readonly isMade: boolean;
  /** True if it was made by a member who may not initiate transfers any more: another one must approve it. */
  readonly isOrphaned: boolean;
}

interface Settling {
  readonly ctx: Context;
  readonly merchantId: string;
  /** Reasons of unpaid claims by claim key, as a later claim of a link may have the same transfer key. */
  readonly refusals: Map<string, string>;
  /** Links whose claims must be checked again later, with the milliseconds until then. */
  readonly later: Map<string, number>;
}

const isPayable =
  ({ later, refusals }: Settling) =>
  ({ link, claim }: Ordered): boolean =>
    !later.has(link.linkId) && !refusals.has(nameKeyOf(claim));

/** Reads the claims to settle, and whether payouts are enabled for the merchant. */
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
  const makerIds = links.flatMap(({ createdBy }) => memberOf(createdBy) ?? []);
  const makers = await readPermissions(tx, makerIds);
  const mayInitiate = (memberId: string | null): boolean =>
    memberId === null || makers.get(memberId)?.permissions.has("initiate_quick_transfer") === true;
  const byLink = new Map(claims.map((claim) => [claim.linkId, claim]));
  const keys = new Set(transfers.map((transfer) => transfer.transferKey));
  const ordered = links.flatMap((link) => {
    const claim = byLink.get(link.linkId);
    if (claim?.status !== "ordered") return [];
    const isOrphaned = !mayInitiate(memberOf(link.createdBy));
    return { link, claim, isMade: keys.has(transferKeyOf(claim)), isOrphaned };
  });
  return { ordered, mayPay: settings.payoutsEnabled };
}

/**
 * Notes the account numbers of claims for the makers of their links, before a bank or a stored order tells more about
 * them. Returns the orders whose numbers could be noted.
 */
function noteNumbers(settling: Settling, orders: readonly ToMake[]): Promise<ToMake[]> {
  const { ctx, merchantId } = settling;
  return workThrough({
    items: orders,
    work: async (some) => {
      const byMaker = Map.groupBy(some, ({ one }) => one.link.createdBy);
      const noted = [...byMaker].map(([by, theirs]) => {
        const payees = theirs.flatMap(({ order: { payee } }) => ("inline" in payee ? [payee.inline] : []));
        return noteAddedNumbers(ctx, merchantId, { by, payees });
      });
      await Promise.all(noted);
      return some;
    },
    failed: ({ one }, error) => logFailure(settling, one, error),
  });
}

/**
 * Refuses the claims whose payee has another name at the bank, and postpones those whose name cannot be checked yet.
 */
async function matchNames(settling: Settling, orders: readonly ToMake[]): Promise<void> {
  const verdicts = await Promise.allSettled(
    orders.map(async ({ one: { link, claim, isMade } }) =>
      isMade || !link.checkName ? null : checkPayeeName(settling.ctx, link, claim),
    ),
  );
  verdicts.forEach((verdict, index) => {
    const { one } = orders[index]!;
    if (verdict.status === "rejected") logFailure(settling, one, verdict.reason);
    else if (verdict.value?.kind === "unknown") settling.later.set(one.link.linkId, POSTPONED_MS);
    else if (verdict.value?.kind === "used_up") settling.later.set(one.link.linkId, USED_UP_MS);
    else if (verdict.value?.kind === "refused")
      settling.refusals.set(nameKeyOf(one.claim), verdict.value.reason);
  });
}

async function makeTransfers(settling: Settling, orders: readonly ToMake[]): Promise<void> {
  const { ctx, merchantId, refusals } = settling;
  const answers = await workThrough<ToMake, { one: Ordered; answer: Acceptance }>({
    items: orders.filter(({ one }) => isPayable(settling)(one)),
    work: async (some) => {
      const given = await acceptTransfers(
        ctx,
        merchantId,
        some.map(({ order }) => order),
      );
      return given.map((answer, index) => ({ one: some[index]!.one, answer }));
    },
    failed: ({ one }, error) => logFailure(settling, one, error),
  });
  for (const { one, answer } of answers)
    // A rejected order has a transfer too.
    if (answer.kind === "refused") refusals.set(nameKeyOf(one.claim), reasonOfRefusal(answer.code));
    // Callers could use such IDs in the past, and one of them took this ID. The claim ends, so that the merchant sees
    // why.
    else if (answer.kind === "repeated" && answer.transfer.originId !== one.link.linkId)
      refusals.set(nameKeyOf(one.claim), KEY_TAKEN);
}

/** No reason of the contract says it. */
const KEY_TAKEN = "ANY_OTHER_REASON";

/** The reason that approvers see when another member is asked. */
const ORPHANED = "link of a member who may not pay any more";

interface ToMake {
  readonly one: Ordered;
  readonly order: TransferOrder;
}

/** Makes the orders of claims whose account numbers can be opened. */
function openOrders(settling: Settling, payable: readonly Ordered[]): ToMake[] {
  return payable.flatMap((one) => {
    try {
      const order = orderOf(settling.ctx.vault, one.link, one.claim);
      return [{ one, order: one.isOrphaned ? { ...order, drafted: ORPHANED } : order }];
    } catch (error) {
      logFailure(settling, one, error);
      return [];
    }
  });
}

/** Logs a failure and tries again later. A crash error stands for a process that has ended. */
function logFailure(
  { ctx, merchantId, later }: Settling,
  { link: { linkId } }: Ordered,
  error: unknown,
): void {
  if (error instanceof CrashError) throw error;
  later.set(linkId, POSTPONED_MS);
  ctx.log.error({ merchantId, linkId, err: error }, "a claim could not be settled; it is found due again");
}

/** Records the current state, not earlier answers: another process may be further with the claim. */
async function recordSettled(
  tx: Tx,
  linkIds: readonly string[],
  { refusals, later }: Settling,
): Promise<Transfer[]> {
  const claimed = await lockClaimed(tx, linkIds);
  const transfers = await readTransfersByOrigin(tx, linkIds);
  const made = new Set(transfers.map((transfer) => transfer.transferKey));
  const unmade = claimed.flatMap((one): LinkChange[] => {
    if (made.has(transferKeyOf(one.claim))) return [];
    const reason = refusals.get(nameKeyOf(one.claim));
    const waitMs = later.get(one.link.linkId);
    const change =
      reason !== undefined
        ? foldRefusal(one, reason, tx.now)
        : waitMs === undefined
          ? null
          : postponeLink(one, tx.now, waitMs);
    return change === null ? [] : [change];
  });
  await writeLinkChanges(tx, [...foldTransfers(claimed, transfers, tx.now), ...unmade]);
  crashPoint("links.settle.recorded");
  const keys = new Set(claimed.map(({ claim }) => transferKeyOf(claim)));
  return transfers.filter((transfer) => keys.has(transfer.transferKey));
}

/** Settles claims without a waiting caller: failures are logged, and the claims are found due again. */
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
async function lockClaimed(tx: Tx, linkIds: readonly string[]): Promise<Claimed[]> {
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
function foldTransfers(claimed: readonly Claimed[], transfers: readonly Transfer[], now: Date): LinkChange[] {
  const byKey = new Map(transfers.map((transfer) => [transfer.transferKey, transfer]));
  return claimed.flatMap((one) => {
    const transfer = byKey.get(transferKeyOf(one.claim));
    return transfer === undefined ? [] : (foldTransfer(one, transfer, now) ?? []);
  });
}
