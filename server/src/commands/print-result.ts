import { readMerchant } from "#access";
import type { Context } from "#lib/context";
import { readConfig } from "#lib/config";
import { openEngine } from "./open-engine.ts";

/** Opens the engine for one piece of work and prints what it answers, as JSON. */
export async function print(work: (ctx: Context) => Promise<unknown>): Promise<void> {
  const engine = await openEngine(readConfig({ LOG_LEVEL: "warn", ...process.env }), { join: true });
  try {
    const result = await work(engine.ctx);
    const toText = (_key: string, value: unknown): unknown =>
      typeof value === "bigint" ? String(value) : value;
    console.log(JSON.stringify(result, toText, 2));
  } finally {
    await engine.close();
  }
}

/** The same about one merchant. Throws AccessError.merchant_not_found, before anything is done. */
export function printFor(merchantId: string, work: (ctx: Context) => Promise<unknown>): Promise<void> {
  return print(async (ctx) => {
    await ctx.db.inMerchant(merchantId, readMerchant);
    return work(ctx);
  });
}
