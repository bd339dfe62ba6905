import Type from "typebox";
import { revealAccountNumber } from "#beneficiaries";
import { memberOperation } from "#dashboard/operation";
import { id } from "#http";

export const revealBeneficiaryAccount = memberOperation({
  name: "revealBeneficiaryAccount",
  method: "POST",
  path: "/merchants/{merchantId}/beneficiaries/{beneficiaryId}/account-number",
  tag: "Beneficiaries",
  summary: "Reveal the full account number; this is recorded in the audit log",
  permission: "reveal_account_numbers",
  stepUp: true,
  pathFields: { beneficiaryId: id() },
  repeats: false,
  output: Type.Object({ accountNumber: Type.String(), ifsc: Type.String() }),
  refusals: { not_found: { status: 404, message: "This beneficiary has no bank account." } },
  handle: ({ ctx, merchantId, by, input: { beneficiaryId } }) =>
    revealAccountNumber(ctx, merchantId, { beneficiaryId, by }),
});
