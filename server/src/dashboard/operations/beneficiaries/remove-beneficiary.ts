import Type from "typebox";
import { readBeneficiary, removeBeneficiary as remove } from "#beneficiaries";
import { memberOperation } from "#dashboard/operation";
import { id, Refusal } from "#http";
import { notFound } from "./refusals.ts";

export const removeBeneficiary = memberOperation({
  name: "removeBeneficiary",
  method: "DELETE",
  path: "/merchants/{merchantId}/beneficiaries/{beneficiaryId}",
  tag: "Beneficiaries",
  summary:
    "Delete a beneficiary, or request approval where a policy requires it; past payments keep its details",
  permission: "manage_beneficiaries",
  stepUp: true,
  pathFields: { beneficiaryId: id() },
  output: Type.Object({ awaitsApproval: Type.Boolean() }),
  refusals: {
    ...notFound,
    removal_not_found: { status: 409, message: "This beneficiary has been deleted already." },
  },
  handle: async ({ ctx, merchantId, by, input: { beneficiaryId } }) => {
    const { beneId, removedAt } = await ctx.db.inMerchant(merchantId, (tx) =>
      readBeneficiary(tx, beneficiaryId),
    );
    // The id may stand for a newer one by now, which is not meant.
    if (removedAt !== null) throw new Refusal("removal_not_found");
    return remove(ctx, merchantId, { beneId, by });
  },
});
