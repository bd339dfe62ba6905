import type { Context } from "#lib/context";
import type { Working } from "#lib/work-loop";
import { startTransfers } from "#transfers";
import { startDelivering } from "#webhooks";

/** Starts all background work of this process. `stop` takes up nothing new and lets what is under way end. */
export async function startWorker(ctx: Context): Promise<Working> {
  const transfers = startTransfers(ctx);
  const stopDelivering = await startDelivering(ctx);
  return {
    async stop() {
      await Promise.all([transfers.stop(), stopDelivering()]);
    },
  };
}
