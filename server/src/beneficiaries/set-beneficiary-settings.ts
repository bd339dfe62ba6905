import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import type { BeneficiarySettings } from "./read-beneficiary-settings.ts";
import { writeBeneficiarySettings } from "./write-beneficiary-settings.ts";

/**
 * Changes a merchant's settings for beneficiaries; settings that are not given stay, and so do beneficiaries
 * added before. Throws AccessError.not_permitted for a member who may not manage settings.
 */
export async function setBeneficiarySettings(
  ctx: Pick<Context, "db">,
  merchantId: string,
  change: Partial<BeneficiarySettings> & { by: Actor },
): Promise<BeneficiarySettings> {
  return ctx.db.inMerchant(merchantId, (tx) => writeBeneficiarySettings(tx, change));
}
