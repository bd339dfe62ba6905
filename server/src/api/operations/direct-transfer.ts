import { checkPayee, type PayeeInput } from "#beneficiaries";
import { type Instrument, instrumentOf, parsePhone } from "#rails";
import type { Reply } from "./answers.ts";
import { payeeSchema, REQUIRED_PAYEE_FIELDS } from "./beneficiary-fields.ts";
import { type Fields, readField, readText } from "./fields.ts";
import type { Call, CallerOperation, Version } from "./operation.ts";
import { idempotencyHeader, orderFields, outcomeData, payableModeSchema } from "./order-fields.ts";
import { placeOrder } from "./place-order.ts";
import { placePhoneOrder } from "./place-phone-order.ts";
import { findMissing, readTerms } from "./read-order.ts";
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
  tag: "Transfers",
  summary: "Pay somebody who is no beneficiary yet",
  description:
    "Bank transfers need `bankAccount` and `ifsc`, UPI needs `vpa`, wallets and `phone` need `phone`. Answers as " +
    "soon as the bank does, or PENDING after the merchant's waiting time (5 seconds).",
  headers: idempotencyHeader,
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
  if (typeof inline === "string") return { answer: refusals[inline] };
  const place = throughPhone ? placePhoneOrder : placeOrder;
  return place(call, { ...terms, payee: { inline } }, { waits: true, refusals });
}

/** Whether the phone number, if there is one, can be one at all. */
function isPhone(details: Fields): boolean {
  const phone = readText(details, "phone");
  return phone === undefined || (phone !== null && parsePhone(phone) !== null);
}

/** The details, if they are there and say what they must. */
function readDetails(body: Fields, version: Version): Fields | null {
  const details = readField(body, "beneDetails");
  if (typeof details !== "object" || details === null || Array.isArray(details)) return null;
  const fields = details as Fields;
  return REQUIRED_PAYEE_FIELDS[version].every((name) => readField(fields, name) !== undefined)
    ? fields
    : null;
}

/** The payee, with the instrument that is paid to; or what is wrong with it. */
function readPayee(details: Fields, instrument: Instrument): PayeeInput | Refusal {
  if ([...TEXTS, "beneId"].some((name) => readText(details, name) === null))
    return "beneficiary_details_invalid";
  const text = (name: (typeof TEXTS)[number]): string | undefined => readText(details, name) ?? undefined;
  const payee: PayeeInput = {
    name: text("name") ?? "",
    email: text("email"),
    phone: text("phone"),
    accountNumber: text("bankAccount"),
    ifsc: text("ifsc"),
    vpa: text("vpa"),
    address1: text("address1"),
    address2: text("address2"),
    city: text("city"),
    state: text("state"),
    pincode: text("pincode"),
  };
  if (instrument === "account" && (payee.accountNumber === undefined || payee.ifsc === undefined)) {
    return "no_bank_account";
  }
  if (instrument === "vpa" && payee.vpa === undefined) return "no_vpa";
  if (instrument === "phone" && payee.phone === undefined) return "mode_not_valid_for_beneficiary";
  const problem = checkPayee(payee);
  if (problem === null) return payee;
  return problem === "ifsc_invalid" ? "invalid_ifsc" : "beneficiary_details_invalid";
}

const TEXTS = [
  "name",
  "email",
  "phone",
  "bankAccount",
  "ifsc",
  "vpa",
  "address1",
  "address2",
  "city",
  "state",
  "pincode",
] as const;
