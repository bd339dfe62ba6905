/** The background work of transfers: dispatch what is due, enquire about what is unknown. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "#lib/context";
import { startWorking, type Working } from "#lib/work-loop";
import { dispatchTransfers } from "./dispatch-transfers.ts";
import { enquireAttempts } from "./enquire-attempts.ts";
import { matchStrayNews } from "./keep-stray-news.ts";
import type { Status } from "./machine.ts";
import { runtimeOf } from "./runtime.ts";
import { CHANNEL } from "./wake.ts";

/** Merchants that have transfers of these statuses due, by each one's own clock. */
async function findMerchantsWithDue(ctx: Context, statuses: readonly Status[]): Promise<string[]> {
  const rows = await ctx.db.sweep((read) =>
    read.query<{ merchantId: string }>(
      // The clock apart: row level security lets no function of ours into an index condition.
      `with clock as materialized (
         select merchant_id, lib.now_of(merchant_id) as now
         from access.merchant
       )
       select merchant_id as "merchantId"
       from clock
       cross join lateral (
         select from transfers.transfer
         where transfer.merchant_id = clock.merchant_id
           and transfer.due_at <= clock.now
           and transfer.status = any ($1::text[])
         limit 1
       ) as due`,
      [statuses],
    ),
  );
  return rows.map((row) => row.merchantId);
}

/** Dispatches all that a merchant has due, in sets, as places for instructions become free. */
export async function dispatchAll(ctx: Context, merchantId: string): Promise<void> {
  const runtime = runtimeOf(ctx);
  do {
    await runtime.payers.whenFree(merchantId);
  } while (!runtime.stopping && (await dispatchTransfers(ctx, merchantId)) > 0);
}

/** Enquires about all that a merchant has due, and looks up again what banks said of unknown references. */
export async function enquireAll(ctx: Context, merchantId: string): Promise<void> {
  while ((await enquireAttempts(ctx, merchantId)) > 0);
  await matchStrayNews(ctx, merchantId);
}

/** Does all of a merchant's due work until nothing is due any more. */
export async function workTransfers(ctx: Context, merchantId: string): Promise<void> {
  await Promise.all([dispatchAll(ctx, merchantId), enquireAll(ctx, merchantId)]);
}

/**
 * Starts the workers of this process. They are two, so that a bank that hangs at an enquiry keeps nothing from
 * being sent. `stop` takes up nothing new and gives what is under way some time to end.
 */
export function startTransfers(ctx: Context): Working {
  const dispatching = startWorking(ctx, {
    name: "dispatch",
    channel: CHANNEL,
    findMerchants: () => findMerchantsWithDue(ctx, ["ready", "waiting"]),
    work: (merchantId) => dispatchAll(ctx, merchantId),
  });
  const enquiring = startWorking(ctx, {
    name: "enquiries",
    channel: CHANNEL,
    findMerchants: () => findMerchantsWithDue(ctx, ["sent", "succeeded"]),
    work: (merchantId) => enquireAll(ctx, merchantId),
  });
  return {
    async stop() {
      const stopped = stopTransfers(ctx);
      await Promise.all([dispatching.stop(), enquiring.stop(), stopped]);
    },
  };
}

const STOP_WITHIN_MS = 20_000;

/**
 * Takes up nothing new in this process and waits for the instructions on their way, at most 20 seconds: what has
 * no answer by then is unknown, and is enquired about later.
 */
export async function stopTransfers(ctx: Context): Promise<void> {
  const runtime = runtimeOf(ctx);
  runtime.stopping = true;
  const patience = new AbortController();
  const tooLong = sleep(STOP_WITHIN_MS, undefined, { signal: patience.signal }).catch(() => undefined);
  await Promise.race([runtime.idle(), tooLong]);
  patience.abort();
}
