import { KEYS_CHANNEL } from "#access";
import type { Context } from "#lib/context";
import { readSecret, writeDemoFile, type DemoFile } from "./demo-file.ts";

/** Rewrites the file whenever a demo merchant's key pair was reset, until the returned function is called. */
export async function keepDemoFile(ctx: Context, demo: DemoFile): Promise<() => Promise<void>> {
  let writing = Promise.resolve();
  const renew = async (merchantId: string): Promise<void> => {
    const client = demo.clients.find((one) => one.merchantId === merchantId);
    if (client === undefined) return;
    client.clientSecret = await readSecret(ctx, merchantId);
    await writeDemoFile(ctx, demo);
  };
  const renewNext = (merchantId: string): void => {
    writing = writing
      .then(() => renew(merchantId))
      .catch((error: unknown) =>
        ctx.log.error({ err: error }, "the demo's credentials could not be renewed"),
      );
  };
  const renewAll = (): void => demo.clients.forEach((client) => renewNext(client.merchantId));
  const unlisten = await ctx.db.listen(KEYS_CHANNEL, renewNext, renewAll);
  return async () => {
    await unlisten();
    await writing;
  };
}
