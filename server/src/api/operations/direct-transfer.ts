import { instrumentOf, parsePhone } from "#rails";
import { refuseIfsc, type Reply } from "./answers.ts";
import { payeeSchema } from "./beneficiary-fields.ts";
import { type Fields, readField, readText } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";
import { orderFields, outcomeData, payableModeSchema } from "./order-fields.ts";
import { placeOrder } from "./place-order.ts";
import { placePhoneOrder } from "./place-phone-order.ts";
import { findMissing, readTerms } from "./read-order.ts";
import { readDetails, readPayee } from "./read-payee.ts";
import {
  beneDetailsMissing,
  directAnswers,
  directRefusals,
  notBegun,
  outcomeAnswers,
  phoneAnswers,
  type Refusal,
  repeatAnswers,
} from "./transfer-answers.ts";

export const directTransfer: CallerOperation = {
  name: "directTransfer",
  method: "POST",
  path: "/directTransfer",
  versions: ["v1", "v1.2"],
  access: "token",
  scope: "draft",
  tag: "Transfers",
  summary: "Pay without adding a beneficiary",
  description:
    "Bank transfers require `bankAccount` and `ifsc`, UPI requires `vpa`, wallets and `phone` require `phone`; " +
    "in version 1.2 wallets require nothing else. Responds as soon as the bank does, or with PENDING after the " +
    "merchant's waiting time (5 seconds).",
  body: {
    ...orderFields,
    transferMode: { schema: payableModeSchema, required: true },
    beneDetails: { schema: payeeSchema, required: true },
  },
  bodyExample: () => ({
    amount: "100.00",
    transferId: "INV_2026_0002",
    transferMode: "upi",
    remarks: "Invoice 2",
    beneDetails: {
      name: "John Doe",
      email: "johndoe@example.com",
      phone: "9876543210",
      vpa: "success@upi",
      address1: "ABC Street",
    },
  }),
  answers: (version) => ({
    ...outcomeAnswers,
    ...directAnswers(version),
    ...repeatAnswers,
    ...phoneAnswers,
    bene_details_missing: beneDetailsMissing,
  }),
  data: outcomeData,
  repeatable: true,
  breakdown: outcomeAnswers.received,
  notBegun,
  handle,
};

const REQUIRED = {
  amount: "amount_missing",
  transferId: "transfer_id_missing",
} as const satisfies Record<string, Refusal>;

async function handle(call: Call): Promise<Reply> {
  const { body, version } = call;
  const refusals = directRefusals[version];
  const missing = findMissing(body, REQUIRED);
  if (missing !== null) return { answer: refusals[missing] };
  const details = readDetails(body, version);
  if (details === null) return { answer: beneDetailsMissing };
  const read = readTerms(body, { version, modeDefault: null, takesPhone: true });
  if (typeof read === "string") return { answer: refusals[read] };
  const { throughPhone, ...terms } = read;
  if (throughPhone && !isPhone(details)) return { answer: phoneAnswers.phone_not_linked };
  const inline = readPayee(details, throughPhone ? "phone" : instrumentOf(terms.mode));
  if (inline === "invalid_ifsc") return { answer: refuseIfsc(refusals[inline], readField(details, "ifsc")) };
  if (typeof inline === "string") return { answer: refusals[inline] };
  const place = throughPhone ? placePhoneOrder : placeOrder;
  return place(call, { ...terms, payee: { inline } }, { waits: true, refusals });
}

/** Returns true if the phone number, if given, is a possible one. */
function isPhone(details: Fields): boolean {
  const phone = readText(details, "phone");
  return phone === undefined || (phone !== null && parsePhone(phone) !== null);
}
