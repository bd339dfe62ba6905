import type { Context } from "#lib/context";
import { startWorking, type Working } from "#lib/work-loop";
import { deliverMessages, findMerchantsWithDueMessages } from "./deliver-messages.ts";
import { CHANNEL } from "./queue-messages.ts";

const LOOK_EVERY_MS = 5_000;

/** Delivers messages until it is stopped; `stop` waits for the e-mails under way and gives back the rest. */
export function startMessages(ctx: Context, { lookEveryMs = LOOK_EVERY_MS } = {}): Working {
  const stopping = new AbortController();
  const working = startWorking(ctx, {
    name: "messages",
    channel: CHANNEL,
    findMerchants: () => findMerchantsWithDueMessages(ctx),
    work: async (merchantId) => void (await deliverMessages(ctx, merchantId, stopping.signal)),
    everyMs: lookEveryMs,
  });
  return {
    async stop() {
      stopping.abort();
      await working.stop();
    },
  };
}
