import { readBeneficiary } from "#beneficiaries";
import { memberOperation } from "#dashboard/operation";
import { id } from "#http";
import { notFound } from "./refusals.ts";
import { beneficiary } from "./schemas.ts";
import { showBeneficiaries } from "./show-beneficiary.ts";

export const getBeneficiary = memberOperation({
  name: "getBeneficiary",
  method: "GET",
  path: "/merchants/{merchantId}/beneficiaries/{beneficiaryId}",
  tag: "Beneficiaries",
  summary: "One beneficiary, removed or not",
  permission: "access_transfers",
  pathFields: { beneficiaryId: id() },
  output: beneficiary,
  refusals: notFound,
  handle: ({ ctx, merchantId, input: { beneficiaryId } }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const [shown] = await showBeneficiaries(tx, [await readBeneficiary(tx, beneficiaryId)]);
      return shown;
    }),
});
