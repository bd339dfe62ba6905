import { BeneficiaryError, removeBeneficiary as endBeneficiary } from "#beneficiaries";
import { refusing } from "#http";
import { answerFor, refuse, success, unknownError } from "./answers.ts";
import { anyBeneIdRule } from "./beneficiary-fields.ts";
import { declareClassic } from "./declare-classic.ts";

const answers = {
  removed: success("Beneficiary removed"),
  // The sentence is ours: the contract has no approval of this.
  removal_awaits_approval: success("Beneficiary removal is waiting for approval"),
  removal_not_found: refuse("404", "Beneficiary does not exist with given Id"),
  id_missing: refuse("412", "BeneId missing in the request"),
  id_invalid: refuse("422", "Please provide a valid Beneficiary Id"),
  breakdown: unknownError,
} as const;

export const removeBeneficiary = declareClassic({
  name: "removeBeneficiary",
  method: "POST",
  path: "/removeBeneficiary",
  versions: ["v1"],
  scope: "pay",
  tag: "Beneficiaries",
  summary: "Remove a beneficiary",
  description:
    "Transfers in progress continue. You can add the ID again. If your account has an approval policy for " +
    "beneficiaries, the beneficiary stays until the removal is approved, and the response says so; one that is " +
    "still waiting to be approved is removed immediately.",
  body: { beneId: refusing(anyBeneIdRule(), { missing: "id_missing", wrong: "id_invalid" }) },
  bodyExample: () => ({ beneId: "JOHN18011" }),
  answers,
  breakdown: answers.breakdown,
  handle: async ({ ctx, caller, input: { beneId } }) => {
    try {
      const by = `api-key:${caller.clientId}` as const;
      const { awaitsApproval } = await endBeneficiary(ctx, caller.merchantId, { beneId, by });
      return { answer: awaitsApproval ? answers.removal_awaits_approval : answers.removed };
    } catch (error) {
      return { answer: answerFor(error, BeneficiaryError, answers) };
    }
  },
});
