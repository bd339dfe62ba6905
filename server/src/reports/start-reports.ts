import type { Context } from "#lib/context";
import { shareFairly } from "#lib/fair-queue";
import { startWorking, type Working } from "#lib/work-loop";
import { CHANNEL } from "./request-report.ts";
import { findMerchantsWithReports, makeReports } from "./work.ts";

const LOOK_EVERY_MS = 5_000;
/** The reports made at the same time in this process: they must not displace urgent work. */
const MAKING_MAX = 2;

/**
 * Makes reports until it is stopped, one of each merchant in turn; `stop` abandons those in progress, and
 * another worker starts them again.
 */
export function startReports(ctx: Context, { lookEveryMs = LOOK_EVERY_MS } = {}): Working {
  const stopping = new AbortController();
  const { signal } = stopping;
  const places = shareFairly({ places: MAKING_MAX, perKey: 1, waitingMax: Number.POSITIVE_INFINITY });
  const working = startWorking(ctx, {
    name: "reports",
    channel: CHANNEL,
    findMerchants: () => findMerchantsWithReports(ctx),
    work: (merchantId) =>
      makeReports(ctx, merchantId, { signal, inTurn: (make) => places.run(merchantId, make) }),
    everyMs: lookEveryMs,
  });
  return {
    async stop() {
      stopping.abort();
      await working.stop();
    },
  };
}
