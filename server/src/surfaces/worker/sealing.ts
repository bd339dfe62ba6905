import { listMerchantIds } from "#access";
import { APPROVALS_TO_SEAL } from "#approvals";
import { BENEFICIARIES_TO_SEAL } from "#beneficiaries";
import { IDEMPOTENCY_TO_SEAL } from "#idempotency";
import type { Context } from "#lib/context";
import {
  findMerchantsToSeal,
  type PartToSeal,
  readSealingBegun,
  readSealingProgress,
  type SealingProgress,
  sealRows,
} from "#lib/seal-rows";
import { defineWorker } from "#lib/worker";
import { linksToSeal } from "#links";
import { MESSAGES_TO_SEAL } from "#messages";
import { PHONE_TO_SEAL } from "#phone";
import { reconciliationToSeal } from "#reconciliation";
import { reportsToSeal } from "#reports";
import { RISK_TO_SEAL } from "#risk";
import { TRANSFERS_TO_SEAL } from "#transfers";
import { VIEWS_TO_SEAL } from "#views";
import { WEBHOOKS_TO_SEAL } from "#webhooks";

/** All parts that rows of previous versions may hold in clear text, in the order in which they are sealed. */
export const partsToSeal = (ctx: Pick<Context, "vault">): readonly PartToSeal[] => [
  ...BENEFICIARIES_TO_SEAL,
  ...RISK_TO_SEAL,
  ...linksToSeal(ctx),
  ...PHONE_TO_SEAL,
  ...APPROVALS_TO_SEAL,
  ...MESSAGES_TO_SEAL,
  ...reconciliationToSeal(ctx),
  ...TRANSFERS_TO_SEAL,
  ...VIEWS_TO_SEAL,
  ...WEBHOOKS_TO_SEAL,
  ...IDEMPOTENCY_TO_SEAL,
  ...reportsToSeal(ctx),
];

const EVERY_MS = 60_000;

/** Seals what older rows hold in clear text or under an older master key. */
export const sealingWorker = defineWorker({
  name: "sealing",
  everyMs: EVERY_MS,
  async dueInAll(ctx) {
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
