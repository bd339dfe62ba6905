import type { Context } from "#lib/context";
import { openReceiver } from "./receiver.ts";
import { setBankManner, settle, waitUntil, type Business } from "./business.ts";
import type { Deed } from "./happening.ts";
import { performDeed } from "./perform-deed.ts";
import { planHistory } from "./plan-history.ts";
import { deliverWebhooks, disableEndpoint, listEndpoints } from "#webhooks";
import { moveClock, readClock } from "#sandbox";
import { readTransfers, runtimeOf } from "#transfers";
import { workWithdrawals } from "#withdrawals";

export type HistoryToWrite = Omit<Business, "ctx" | "receiver" | "offsetMs">;

/**
 * Writes the demo business's last three weeks, by its test clock, which has begun in the past: each thing is done by
 * the verb that would have done it then. The clock ends at the real time; when `signal` asks to stop before, the next
 * start goes on.
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
    await liveThrough(business, signal);
    if (!signal.aborted) await arriveAtPresent(business);
  } catch (error) {
    ctx.log.error({ err: error }, "the demo's history is not whole; the next start goes on");
  } finally {
    await receiver.close();
  }
}

async function liveThrough(business: Business, signal: AbortSignal): Promise<void> {
  const { ctx } = business;
  const happenings = planHistory(new Date());
  await setBankManner(business, "slow");
  for (const [nth, { at, deed }] of happenings.entries()) {
    if (signal.aborted) return;
    await waitUntil(business, at);
    // One thing that cannot be done leaves a gap, as in life.
    await performDeed(business, deed).catch((error: unknown) =>
      ctx.log.warn({ err: error, deed: deed.kind }, "something of the demo's history did not happen"),
    );
    await runtimeOf(ctx).idle();
    await follow(business, { deed, at, until: happenings[nth + 1]?.at ?? new Date() });
  }
}

/** Banks are asked about what they have not answered in about this time; what they tell unasked needs no question. */
const ENQUIRED_AFTER_MS = 70_000;

/** When to look again at what banks answered later: after seconds, after enquiries, after the next batches of NEFT. */
const lookAfterMs = (at: Date): number[] => [
  3_000 + (at.getTime() % 23_000),
  ENQUIRED_AFTER_MS,
  6 * 60_000,
  32 * 60_000,
  62 * 60_000,
];

/** Lets what is on its way arrive in small steps: at its time, and not when the next thing happens. */
async function follow(
  business: Business,
  { deed, at, until }: { deed: Deed; at: Date; until: Date },
): Promise<void> {
  const transferKeys = deed.kind === "orders" ? deed.orders.map((one) => one.transferKey) : [];
  if (deed.kind === "decide") await settle(business);
  for (const afterMs of lookAfterMs(at)) {
    const moment = new Date(at.getTime() + afterMs);
    if (moment >= until || !(await isAnyOnItsWay(business, transferKeys))) return;
    await waitUntil(business, moment);
    if (afterMs >= ENQUIRED_AFTER_MS) await settle(business);
  }
}

async function isAnyOnItsWay({ ctx, merchantId }: Business, transferKeys: string[]): Promise<boolean> {
  const transfers = await readTransfers(ctx, merchantId, { transferKeys });
  return transfers.some(({ status }) => status === "ready" || status === "sent");
}

/** From here on the merchant's clock shows the real time. */
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
