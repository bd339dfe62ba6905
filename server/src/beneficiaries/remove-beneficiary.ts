import { requireOfMember } from "#access";
import { ApprovalError } from "#approvals";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import { isBeneId } from "./check-beneficiary.ts";
import { endBeneficiaries } from "./end-beneficiaries.ts";
import { BeneficiaryError } from "./errors.ts";

/**
 * Removes one beneficiary, or requests approval if a policy says so: it stays listed and payable until
 * members approve. A second call makes no second request. Throws BeneficiaryError.id_missing, id_invalid or
 * removal_not_found; AccessError.not_permitted for a member who may not manage beneficiaries.
 */
export async function removeBeneficiary(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { beneId, by }: { beneId: string; by: Actor },
): Promise<{ awaitsApproval: boolean }> {
  if (beneId === "") throw BeneficiaryError.id_missing();
  if (!isBeneId(beneId)) throw BeneficiaryError.id_invalid({ beneId });
  try {
    const { removed, awaiting } = await ctx.db.inMerchant(merchantId, async (tx) => {
      await requireOfMember(tx, by, "manage_beneficiaries");
      return endBeneficiaries(tx, { beneIds: [beneId], by });
    });
    if (removed.length + awaiting.length === 0) throw BeneficiaryError.removal_not_found({ beneId });
    return { awaitsApproval: awaiting.length > 0 };
  } catch (error) {
    // Another member has just requested the same.
    if (ApprovalError.is(error, "already_open")) return { awaitsApproval: true };
    throw error;
  }
}
