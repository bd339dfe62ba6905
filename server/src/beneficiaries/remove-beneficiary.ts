import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import { isBeneId } from "./check-beneficiary.ts";
import { BeneficiaryError } from "./errors.ts";
import { removeBeneficiaries } from "./remove-beneficiaries.ts";

/** Removes one beneficiary. Throws BeneficiaryError.id_missing, id_invalid or removal_not_found. */
export async function removeBeneficiary(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { beneId, by }: { beneId: string; by: Actor },
): Promise<void> {
  if (beneId === "") throw BeneficiaryError.id_missing();
  if (!isBeneId(beneId)) throw BeneficiaryError.id_invalid({ beneId });
  const removed = await ctx.db.inMerchant(merchantId, (tx) =>
    removeBeneficiaries(tx, { beneIds: [beneId], by }),
  );
  if (removed.length === 0) throw BeneficiaryError.removal_not_found({ beneId });
}
