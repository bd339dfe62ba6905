import { requireOfMember } from "#access";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import { addBeneficiaries } from "./add-beneficiaries.ts";
import type { BeneficiaryInput } from "./details.ts";

/**
 * Adds one beneficiary, which may be paid at once unless it needs approval first. Throws the BeneficiaryError
 * that `checkBeneficiary` names, or id_exists, account_registered, own_account or platform_account;
 * AccessError.not_permitted for a member who may not manage beneficiaries.
 */
export async function addBeneficiary(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  { by, ...input }: BeneficiaryInput & { by: Actor },
): Promise<{ beneficiaryId: string; awaitsApproval: boolean; replacesAccount: boolean }> {
  const [outcome] = await ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_beneficiaries");
    return addBeneficiaries(tx, ctx.vault, { beneficiaries: [input], by });
  });
  if (outcome!.kind === "refused") throw outcome!.error;
  const { beneficiaryId, awaitsApproval = false, replacesAccount = false } = outcome!;
  return { beneficiaryId, awaitsApproval, replacesAccount };
}
