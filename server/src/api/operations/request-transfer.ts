import type { Reply } from "./answers.ts";
import { beneIdSchema } from "./beneficiary-fields.ts";
import { readText } from "./fields.ts";
import type { Call, CallerOperation, FieldShapes } from "./operation.ts";
import { orderExample, orderFields, outcomeData, payableModeSchema } from "./order-fields.ts";
import { placeOrder } from "./place-order.ts";
import { placePhoneOrder } from "./place-phone-order.ts";
import { findMissing, type OrderTerms, readTerms } from "./read-order.ts";
import {
  notBegun,
  outcomeAnswers,
  phoneAnswers,
  type Refusal,
  repeatAnswers,
  requestAnswers,
  requestRefusals,
} from "./transfer-answers.ts";

/** The body of an order to a listed beneficiary. */
export const requestBody: FieldShapes = {
  beneId: { schema: beneIdSchema, required: true },
  ...orderFields,
  transferMode: { schema: { ...payableModeSchema, default: "banktransfer" } },
};

export const requestTransfer: CallerOperation = {
  name: "requestTransfer",
  method: "POST",
  path: "/requestTransfer",
  versions: ["v1", "v1.2"],
  access: "token",
  scope: "draft",
  tag: "Transfers",
  summary: "Pay a beneficiary",
  description:
    "Responds as soon as the bank does, or with PENDING after the merchant's waiting time (5 seconds).",
  body: requestBody,
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
};

/** Reads the order of a transfer to a listed beneficiary and places it. */
export async function payBeneficiary(call: Call, { waits }: { waits: boolean }): Promise<Reply> {
  const refusals = requestRefusals[call.version];
  const order = readOrder(call);
  if (typeof order === "string") return { answer: refusals[order] };
  const { throughPhone, ...terms } = order.terms;
  const place = throughPhone ? placePhoneOrder : placeOrder;
  return place(call, { ...terms, payee: { beneId: order.beneId } }, { waits, refusals });
}

const REQUIRED = {
  beneId: "bene_id_missing",
  amount: "amount_missing",
  transferId: "transfer_id_missing",
} as const satisfies Record<string, Refusal>;

function readOrder({ body, version }: Call): { terms: OrderTerms; beneId: string } | Refusal {
  const missing = findMissing(body, REQUIRED);
  if (missing !== null) return missing;
  const beneId = readText(body, "beneId");
  if (typeof beneId !== "string" || !/^[A-Za-z0-9_]{1,50}$/.test(beneId)) return "bene_id_invalid";
  const terms = readTerms(body, { version, modeDefault: "banktransfer", takesPhone: true, takesCard: true });
  return typeof terms === "string" ? terms : { terms, beneId };
}
