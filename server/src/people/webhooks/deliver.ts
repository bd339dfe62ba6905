/**
 * The worker's part in webhooks: it finds merchants with due webhooks, and delivers them. Its loop is woken by NOTIFY
 * and by a slow sweep, and serves every endpoint independently.
 */
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Reader } from "#lib/db";
import { repeat } from "#lib/repeat";
import { defineWorker, isPaused, noteFailure, noteLook, repeatsIn } from "#lib/worker";
import { claimDeliveries, type DeliveryClaim } from "./claim-deliveries.ts";
import { LOST_BEFORE } from "./endpoints.ts";
import { deliverClaim, type DeliverOptions } from "./send-deliveries.ts";

export type { DeliverOptions } from "./send-deliveries.ts";

interface DeliveringOptions extends Omit<DeliverOptions, "signal"> {
  /** Interval of sweeps for webhooks without a notification (retries, lost ones). Default: 5 s. */
  readonly sweepEveryMs?: number;
}

const NAME = "webhooks";
/** The most endpoints that are sent to at once; each has at most five requests in progress. */
const ENDPOINTS_MAX = 200;
/** The most merchants whose webhooks are claimed at once: claiming takes a database connection. */
const CLAIMING_MAX = 2;

/**
 * Delivers webhooks until the returned function is called, which waits for the tries in progress. A slow
 * endpoint delays neither other endpoints of its merchant nor other merchants.
 */
export async function startDelivering(
  ctx: Context,
  options: DeliveringOptions = {},
): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const loop = makeLoop(ctx, { ...options, signal: stopping.signal });
  const ends = await Promise.all(
    ctx.db.homes.all().map(async (home) => {
      const sweeping = repeat({
        everyMs: options.sweepEveryMs ?? 5_000,
        async work() {
          const found = await home.sweep(findMerchantsWithDueDeliveries);
          noteLook(NAME);
          for (const merchantId of found) wake(loop, merchantId);
        },
        onFault: (error) => noteFailure(ctx.log, error, { worker: NAME, text: "looking for work failed" }),
      });
      const unlisten = await home.listen("webhooks", (merchantId) => wake(loop, merchantId), sweeping.runNow);
      sweeping.runNow();
      return async () => {
        const swept = sweeping.stop();
        await unlisten();
        await swept;
      };
    }),
  );
  return async () => {
    stopping.abort();
    await Promise.all(ends.map((end) => end()));
    while (loop.running.size > 0) await Promise.all(loop.running);
  };
}

interface Loop {
  readonly ctx: Context;
  readonly options: DeliverOptions & { readonly signal: AbortSignal };
  /** Merchants to be checked. */
  readonly waiting: Set<string>;
  readonly claiming: Set<string>;
  /** Endpoints that are being sent to, by merchant. */
  readonly busy: Map<string, Set<string>>;
  readonly running: Set<Promise<void>>;
  endpoints: number;
}

function makeLoop(ctx: Context, options: Loop["options"]): Loop {
  return {
    ctx,
    options,
    waiting: new Set(),
    claiming: new Set(),
    busy: new Map(),
    running: new Set(),
    endpoints: 0,
  };
}

function wake(loop: Loop, merchantId: string): void {
  if (isPaused(loop.ctx, merchantId)) return;
  loop.waiting.add(merchantId);
  startNext(loop);
}

function startNext(loop: Loop): void {
  for (const merchantId of loop.waiting) {
    const isFull = loop.claiming.size >= CLAIMING_MAX || loop.endpoints >= ENDPOINTS_MAX;
    if (isFull || loop.options.signal.aborted) return;
    if (loop.claiming.has(merchantId)) continue;
    loop.waiting.delete(merchantId);
    run(loop, merchantId, () => claim(loop, merchantId));
  }
}

/** Runs a merchant's work in the background. If it fails, its lease expires and the sweep finds it again. */
function run(loop: Loop, merchantId: string, work: () => Promise<void>): void {
  const done: Promise<void> = work()
    .catch((error: unknown) =>
      noteFailure(loop.ctx.log, error, {
        worker: NAME,
        facts: { merchantId },
        text: "delivering webhooks failed",
      }),
    )
    .finally(() => {
      loop.running.delete(done);
      startNext(loop);
    });
  loop.running.add(done);
}

async function claim(loop: Loop, merchantId: string): Promise<void> {
  loop.claiming.add(merchantId);
  try {
    const busy = [...(loop.busy.get(merchantId) ?? [])];
    const { claims, more } = await loop.ctx.db.inMerchant(merchantId, (tx) => claimDeliveries(tx, busy));
    for (const one of claims) run(loop, merchantId, () => send(loop, merchantId, one));
    if (more) loop.waiting.add(merchantId);
  } finally {
    loop.claiming.delete(merchantId);
  }
}

async function send(loop: Loop, merchantId: string, one: DeliveryClaim): Promise<void> {
  const { endpointId } = one.endpoint;
  const busy = loop.busy.get(merchantId) ?? new Set();
  loop.busy.set(merchantId, busy.add(endpointId));
  loop.endpoints += 1;
  try {
    await deliverClaim(loop.ctx, merchantId, { claim: one, options: loop.options });
    // While the endpoint was busy, its new deliveries were not claimed, so the merchant must be looked at again.
    loop.waiting.add(merchantId);
  } finally {
    loop.endpoints -= 1;
    busy.delete(endpointId);
    if (busy.size === 0) loop.busy.delete(merchantId);
  }
}

export const webhooksWorker = defineWorker({
  name: NAME,
  start: async (ctx) => ({ stop: await startDelivering(ctx) }),
  async work(ctx, merchantId) {
    while ((await deliverWebhooks(ctx, merchantId)).claimed > 0);
  },
  /** The times at which webhooks are retried. */
  moments: { webhooks: repeatsIn("webhooks.delivery", "status = 'pending'") },
});

interface DeliveryCount {
  /** Deliveries claimed in this round. */
  readonly claimed: number;
  readonly delivered: number;
  readonly dead: number;
}

/**
 * Does one round for a merchant: claims up to 500 due webhooks of each endpoint, sends them and records the
 * results, endpoint by endpoint. If a round crashes before it records, it is repeated after its lease, with
 * the same webhook IDs.
 */
export async function deliverWebhooks(
  ctx: Context,
  merchantId: string,
  options: DeliverOptions = {},
): Promise<DeliveryCount> {
  const { claims } = await ctx.db.inMerchant(merchantId, (tx) => claimDeliveries(tx));
  crashPoint("webhooks.deliver.after_claim");
  const settled = await Promise.allSettled(
    claims.map((claim) => deliverClaim(ctx, merchantId, { claim, options })),
  );
  // Every endpoint has had its turn before the first error is thrown.
  const ended = settled.map((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  });
  const sum = (count: (one: { delivered: number; dead: number }) => number): number =>
    ended.reduce((total, one) => total + count(one), 0);
  return {
    claimed: claims.reduce((total, claim) => total + claim.deliveries.length, 0),
    delivered: sum((one) => one.delivered),
    dead: sum((one) => one.dead),
  };
}

const MERCHANTS_MAX = 1_000;

/** Finds merchants with a webhook due now, by their own clocks; at most 1,000 at a time. */
export async function findMerchantsWithDueDeliveries(read: Reader): Promise<string[]> {
  const rows = await read.query<{ merchant_id: string }>(FIND_DUE, [MERCHANTS_MAX]);
  return rows.map((row) => row.merchant_id);
}

// The clock is read separately: row level security does not allow our functions in an index condition.
const FIND_DUE = `
  with clock as materialized (
    select merchant_id, endpoint_id, listened_at, lib.now_of(merchant_id) as now
    from webhooks.endpoint
    where status = 'enabled'
  )
  select distinct clock.merchant_id
  from clock
  where exists (
      select from webhooks.event
      where event.merchant_id = clock.merchant_id and event.pending
    )
    or clock.listened_at < ${LOST_BEFORE}
    or clock.listened_at is null and exists (
      select from webhooks.delivery
      where delivery.merchant_id = clock.merchant_id
        and delivery.endpoint_id = clock.endpoint_id
        and delivery.status = 'pending'
        and delivery.due_at <= clock.now
    )
  limit $1`;
