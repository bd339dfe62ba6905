import type { Context } from "#lib/context";
import { VitaranError } from "#lib/errors";
import { openReceiver, setBankManner, settle, waitUntil, type Business } from "./business.ts";
import { performDeed } from "./perform-deed.ts";
import { planHistory } from "./plan-history.ts";
import { salaryKeys, type Deed, type PlannedHappening } from "./occasions.ts";
import { deliverWebhooks, disableEndpoint, listEndpoints } from "#webhooks";
import { alignClock, moveClock, readClock } from "#sandbox";
import { workReconciliation } from "#reconciliation";
import { readTransfers, runtimeOf } from "#transfers";
import { workWithdrawals } from "#withdrawals";

type HistoryToWrite = Omit<Business, "ctx" | "receiver" | "offsetMs">;

/**
 * Writes the demo business's last three weeks. Its test clock begins in the past, each thing is done with the functions
 * that would have done it then, and nothing depends on the speed of this machine. The clock ends at the real time. If
 * `signal` aborts before, the next start continues.
 */
export async function writeHistory(
  ctx: Context,
  history: HistoryToWrite,
  signal: AbortSignal,
): Promise<void> {
  const receiver = await openReceiver();
  const { offsetMs } = await readClock(ctx, history.merchantId);
  const business: Business = { ...history, ctx, receiver, offsetMs };
  try {
    await liveThrough(business, signal).catch((error: unknown) =>
      ctx.log.error({ err: error }, "the demo's history is not whole"),
    );
    if (!signal.aborted) await arriveAtPresent(business);
  } catch (error) {
    ctx.log.error({ err: error }, "the demo's clock could not be set; the next start does it");
  } finally {
    await receiver.close();
  }
}

async function liveThrough(business: Business, signal: AbortSignal): Promise<void> {
  const happenings = planHistory(new Date());
  await insist(business, () => setBankManner(business, "slow"));
  for (const [nth, { at, deed }] of happenings.entries()) {
    if (signal.aborted) return;
    const until = happenings[nth + 1]?.at ?? new Date();
    await insist(business, () => live(business, { at, deed, until }));
  }
}

const TRIES_MAX = 5;

/** Repeats work that failed because a part was slow or absent, from where the clock is then. */
async function insist(business: Business, work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      if (tries > 1) await alignAgain(business);
      return await work();
    } catch (error) {
      if (tries === TRIES_MAX) throw error;
      business.ctx.log.info({ err: error, tries }, "a part of the demo's history is tried again");
    }
  }
}

/** A failed move may have changed the merchant's clock but not the banks'. */
async function alignAgain(business: Business): Promise<void> {
  const { ctx, merchantId } = business;
  await alignClock(ctx, merchantId, business);
  business.offsetMs = (await readClock(ctx, merchantId)).offsetMs;
}

interface Moment extends PlannedHappening {
  /** The moment at which the next thing happens. */
  readonly until: Date;
}

async function live(business: Business, moment: Moment): Promise<void> {
  const { at, deed } = moment;
  await waitUntil(business, at);
  await performDeed(business, deed).catch((error: unknown) => {
    if (!(error instanceof VitaranError)) throw error;
    // A refused deed leaves a gap, as in real life.
    business.ctx.log.warn({ err: error, deed: deed.kind }, "something of the demo's history did not happen");
  });
  await runtimeOf(business.ctx).idle();
  await follow(business, moment);
  await readStatements(business, moment.until);
}

const STATEMENTS_AFTER_MS = 4 * 60_000;

/** Reads the banks' statements of the last minutes before the next thing happens, which may be a day later. */
async function readStatements(business: Business, until: Date): Promise<void> {
  const moment = new Date(Date.now() + business.offsetMs + STATEMENTS_AFTER_MS);
  if (moment < until) await waitUntil(business, moment);
  await workReconciliation(business.ctx, business.merchantId);
}

/** After about this time banks are asked about payments that they have not reported; reported ones need no enquiry. */
const ENQUIRED_AFTER_MS = 70_000;

/** Look again for later reports: after seconds, after enquiries, and after the next batches of NEFT. */
const lookAfterMs = (at: Date): number[] => [
  3_000 + (at.getTime() % 23_000),
  ENQUIRED_AFTER_MS,
  32 * 60_000,
  62 * 60_000,
];

/**
 * Moves the clock in small steps, so that what is on its way arrives at its time and not when the next thing happens.
 */
async function follow(business: Business, { deed, at, until }: Moment): Promise<void> {
  const transferKeys = keysOf(deed);
  if (deed.kind === "decide") await settle(business);
  for (const afterMs of lookAfterMs(at)) {
    const moment = new Date(at.getTime() + afterMs);
    if (moment >= until || !(await isAnyOnItsWay(business, transferKeys))) return;
    await waitUntil(business, moment);
    if (afterMs >= ENQUIRED_AFTER_MS) await settle(business);
  }
}

/** The IDs of transfers that a deed may send. */
function keysOf(deed: Deed): string[] {
  if (deed.kind === "orders") return deed.orders.map(({ transferKey }) => transferKey);
  if (deed.kind !== "decide") return [];
  return "transferKey" in deed.subject ? [deed.subject.transferKey] : salaryKeys(deed.subject.batchKey);
}

async function isAnyOnItsWay({ ctx, merchantId }: Business, transferKeys: string[]): Promise<boolean> {
  if (transferKeys.length === 0) return false;
  const transfers = await readTransfers(ctx, merchantId, { transferKeys });
  return transfers.some(({ status }) => status === "ready" || status === "sent");
}

/** From now on the merchant's clock shows the real time. */
async function arriveAtPresent(business: Business): Promise<void> {
  const { ctx, merchantId, simulatorUrl, debitAccount } = business;
  await setBankManner(business, "its own");
  const { offsetMs } = await readClock(ctx, merchantId);
  await moveClock(ctx, merchantId, { advanceMs: -offsetMs, simulatorUrl, debitAccount });
  await settle(business);
  await workWithdrawals(ctx, merchantId);
  await deliverWebhooks(ctx, merchantId);
  for (const { endpointId, status } of await listEndpoints(ctx, merchantId))
    if (status === "enabled") await disableEndpoint(ctx, merchantId, { endpointId });
}
