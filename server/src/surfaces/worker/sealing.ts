import { listMerchantIds } from "#access";
import type { Context } from "#lib/context";
import {
  findMerchantsToSeal,
  readSealingBegun,
  readSealingProgress,
  sealRows,
  type SealingProgress,
} from "#lib/seal-rows";
import { defineWorker } from "#lib/worker";
import { partsToSeal } from "./parts-to-seal.ts";

const EVERY_MS = 60_000;

/** Seals what older rows hold in clear text or under an older master key. */
export const sealingWorker = defineWorker({
  name: "sealing",
  everyMs: EVERY_MS,
  async due(ctx) {
    const begunAt = await readSealingBegun(ctx);
    // By then, transactions that began before they knew of the sealing have ended.
    if (begunAt === null || Date.now() < begunAt.getTime() + EVERY_MS) return [];
    return findMerchantsToSeal(ctx, await listConcerned(ctx, begunAt), partsToSeal(ctx));
  },
  async step(ctx, merchantId) {
    const rows = await sealRows(ctx, merchantId, partsToSeal(ctx));
    if (rows > 0) ctx.log.info({ merchantId, rows }, "rows from before are sealed");
  },
});

/**
 * Reads the progress, table by table. `begunAt` is null as long as details are written in clear, until `beginSealing`.
 */
export async function readSealing(
  ctx: Pick<Context, "db" | "vault">,
): Promise<{ begunAt: Date | null; parts: SealingProgress[] }> {
  const begunAt = await readSealingBegun(ctx);
  const merchantIds = await listConcerned(ctx, begunAt);
  return { begunAt, parts: await readSealingProgress(ctx, merchantIds, partsToSeal(ctx)) };
}

/**
 * Lists merchants whose rows may be in clear text; with a second master key, also those with rows under the older one.
 */
function listConcerned(ctx: Pick<Context, "db" | "vault">, begunAt: Date | null): Promise<string[]> {
  const isRotating = ctx.vault.fingerprints.length > 1;
  const madeBefore = isRotating || begunAt === null ? null : new Date(begunAt.getTime() + EVERY_MS);
  return listMerchantIds(ctx, { madeBefore });
}
