import { ApprovalError } from "#approvals";
import { BeneficiaryError, endBeneficiaries, getBeneficiary } from "#beneficiaries";
import { beneficiaryNotFound, idField, idRefusals } from "./beneficiary-fields.ts";
import { createBeneficiary } from "./create-beneficiary.ts";
import { declareV2 } from "./operation.ts";
import { Refused } from "./refusals.ts";
import { beneficiarySchema } from "./schemas.ts";
import { writeBeneficiary } from "./write-beneficiary.ts";

export const deleteBeneficiary = declareV2({
  name: "deleteBeneficiary",
  method: "DELETE",
  scope: "pay",
  path: "/beneficiary",
  tag: "Beneficiaries",
  summary: "Remove a beneficiary",
  description:
    "Transfers in progress continue. You can add the ID again. If the removal must be approved, the beneficiary " +
    "stays until then, and the response has its current status instead of DELETED.",
  query: { beneficiary_id: idField },
  success: {
    httpStatus: 200,
    schema: beneficiarySchema,
    example: { ...createBeneficiary.success.example, beneficiary_status: "DELETED" },
  },
  refusals: { ...idRefusals, not_found: beneficiaryNotFound },
  handle: async ({ ctx, caller, input: { beneficiary_id: beneId } }) => {
    const { merchantId } = caller;
    const by = `api-key:${caller.clientId}` as const;
    try {
      const beneficiary = await getBeneficiary(ctx, merchantId, beneId);
      const { removed, awaiting } = await ctx.db.inMerchant(merchantId, (tx) =>
        endBeneficiaries(tx, { beneIds: [beneId], by }),
      );
      // Another request removed it after it was read.
      if (removed.length + awaiting.length === 0) throw new Refused(beneficiaryNotFound);
      return { body: writeBeneficiary(beneficiary, { isDeleted: removed.length > 0 }) };
    } catch (error) {
      if (BeneficiaryError.is(error, "not_found")) throw new Refused(beneficiaryNotFound);
      // Another request asked for the same at this moment: the beneficiary stays until members approve.
      if (ApprovalError.is(error, "already_open"))
        return { body: writeBeneficiary(await getBeneficiary(ctx, merchantId, beneId)) };
      throw error;
    }
  },
});
