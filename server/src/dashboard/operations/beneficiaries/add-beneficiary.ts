import Type from "typebox";
import { addBeneficiary as add, BeneficiaryError, type BeneficiaryInput } from "#beneficiaries";
import { accountFields } from "#dashboard/account-fields";
import { memberOperation } from "#dashboard/operation";
import { optional, Refusal, text } from "#http";
import { explainIfsc, PHONE_LENGTH_MAX } from "#rails";
import { detailRefusals, FIELD_OF } from "./refusals.ts";

const line = (max: number) => optional(text({ min: 0, max }));
/** One that the verb judges: an account number, or digits that are told from a card's with care. */
const judged = (max: number) => optional(text({ min: 0, max, cards: "let_pass" }));

export const addBeneficiary = memberOperation({
  name: "addBeneficiary",
  method: "POST",
  path: "/merchants/{merchantId}/beneficiaries",
  tag: "Beneficiaries",
  summary: "Add a beneficiary; it can be paid at once unless a policy requires approval first",
  permission: "manage_beneficiaries",
  stepUp: true,
  body: {
    beneId: text({ max: 50, cards: "let_pass" }),
    name: text({ max: 100 }),
    email: line(200),
    phone: line(PHONE_LENGTH_MAX),
    accountNumber: optional(accountFields.accountNumber),
    ifsc: optional(accountFields.ifsc),
    vpa: judged(100),
    card: judged(19),
    purpose: line(100),
    address1: line(150),
    address2: line(150),
    city: line(50),
    state: line(50),
    pincode: line(10),
  },
  output: Type.Object({ beneficiaryId: Type.String(), awaitsApproval: Type.Boolean() }),
  refusals: detailRefusals,
  handle: async ({ ctx, merchantId, by, input }) => {
    try {
      return await add(ctx, merchantId, { ...(input as BeneficiaryInput), by });
    } catch (error) {
      if (!BeneficiaryError.is(error)) throw error;
      const field = FIELD_OF[error.code];
      const says = explainIfsc(input.ifsc ?? "") ?? "";
      throw new Refusal(error.code, field === undefined ? {} : { field, details: { says } });
    }
  },
});
