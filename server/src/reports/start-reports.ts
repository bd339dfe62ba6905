import type { Context } from "#lib/context";
import { startWorking, type Working } from "#lib/work-loop";
import { CHANNEL } from "./request-report.ts";
import { findMerchantsWithReports, makeReports } from "./work.ts";

const LOOK_EVERY_MS = 5_000;
/** Merchants whose reports are made at the same time in this process: they must not crowd out what is urgent. */
const MAKING_MAX = 2;

/** Makes reports until it is stopped; `stop` gives up those under way, and another worker begins them anew. */
export function startReports(ctx: Context, { lookEveryMs = LOOK_EVERY_MS } = {}): Working {
  const stopping = new AbortController();
  const waiting: (() => void)[] = [];
  let making = 0;
  const takePlace = async (): Promise<void> => {
    if (making >= MAKING_MAX) await new Promise<void>((resolve) => waiting.push(resolve));
    else making += 1;
  };
  const givePlace = (): void => {
    const next = waiting.shift();
    if (next === undefined) making -= 1;
    else next();
  };
  const working = startWorking(ctx, {
    name: "reports",
    channel: CHANNEL,
    findMerchants: () => findMerchantsWithReports(ctx),
    work: async (merchantId) => {
      await takePlace();
      try {
        await makeReports(ctx, merchantId, stopping.signal);
      } finally {
        givePlace();
      }
    },
    everyMs: lookEveryMs,
  });
  return {
    async stop() {
      stopping.abort();
      await working.stop();
    },
  };
}
