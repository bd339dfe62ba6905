import { refusing, withDefault } from "#http";
import type { Reply } from "./answers.ts";
import { beneIdRule } from "./beneficiary-fields.ts";
import { declareClassic } from "./declare-classic.ts";
import type { Call } from "./operation.ts";
import {
  modeCodes,
  orderExample,
  orderFields,
  outcomeData,
  payableModeRule,
  termsOf,
} from "./order-fields.ts";
import { placeOrder } from "./place-order.ts";
import { placePhoneOrder } from "./place-phone-order.ts";
import {
  notBegun,
  outcomeAnswers,
  phoneAnswers,
  repeatAnswers,
  requestAnswers,
  requestRefusals,
} from "./transfer-answers.ts";

/** The body of an order to a listed beneficiary. */
export const requestBody = {
  beneId: refusing(beneIdRule, { missing: "bene_id_missing", wrong: "bene_id_invalid" }),
  ...orderFields(refusing(withDefault(payableModeRule, "banktransfer"), modeCodes), { takesCard: true }),
} as const;

/** The required fields are all judged before any value. */
export const MISSING = ["beneId:missing", "amount:missing", "transferId:missing"];

export const requestTransfer = declareClassic({
  name: "requestTransfer",
  method: "POST",
  path: "/requestTransfer",
  versions: ["v1", "v1.2"],
  scope: "draft",
  tag: "Transfers",
  summary: "Pay a beneficiary",
  description:
    "Responds as soon as the bank does, or with PENDING after the merchant's waiting time (5 seconds).",
  body: requestBody,
  order: MISSING,
  bodyExample: orderExample,
  answers: (version) => ({
    ...outcomeAnswers,
    ...requestAnswers(version),
    ...repeatAnswers,
    ...phoneAnswers,
  }),
  data: outcomeData,
  repeatable: true,
  breakdown: outcomeAnswers.received,
  notBegun,
  handle: (call) => payBeneficiary(call, { waits: true }),
});

type Order = Parameters<typeof termsOf>[0] & { readonly beneId: string };

/** Places the order of a transfer to a listed beneficiary. */
export async function payBeneficiary(
  call: Call & { readonly input: Order },
  { waits }: { readonly waits: boolean },
): Promise<Reply> {
  const { throughPhone, ...terms } = termsOf(call.input);
  const place = throughPhone ? placePhoneOrder : placeOrder;
  const payee = { beneId: call.input.beneId };
  return place(call, { ...terms, payee }, { waits, refusals: requestRefusals[call.version] });
}
