import { BeneficiaryError, removeBeneficiary as endBeneficiary } from "#beneficiaries";
import { answerFor, refuse, type Reply, success, unknownError } from "./answers.ts";
import { beneIdSchema } from "./beneficiary-fields.ts";
import { readText } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";

const answers = {
  removed: success("Beneficiary removed"),
  removal_not_found: refuse("404", "Beneficiary does not exist with given Id"),
  id_missing: refuse("412", "BeneId missing in the request"),
  id_invalid: refuse("422", "Please provide a valid Beneficiary Id"),
  breakdown: unknownError,
} as const;

export const removeBeneficiary: CallerOperation = {
  name: "removeBeneficiary",
  method: "POST",
  path: "/removeBeneficiary",
  versions: ["v1"],
  access: "token",
  tag: "Beneficiaries",
  summary: "Remove a beneficiary",
  description: "Transfers already under way go on. The id may be added again.",
  body: { beneId: { schema: beneIdSchema, required: true } },
  bodyExample: () => ({ beneId: "JOHN18011" }),
  answers: () => answers,
  breakdown: answers.breakdown,
  handle,
};

async function handle({ ctx, caller, body }: Call): Promise<Reply> {
  const beneId = readText(body, "beneId");
  if (beneId === undefined) return { answer: answers.id_missing };
  if (beneId === null) return { answer: answers.id_invalid };
  try {
    await endBeneficiary(ctx, caller.merchantId, { beneId, by: `api-key:${caller.clientId}` });
    return { answer: answers.removed };
  } catch (error) {
    return { answer: answerFor(error, BeneficiaryError, answers) };
  }
}
