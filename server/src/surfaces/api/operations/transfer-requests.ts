import { anything, hidden, missingAs, optional, refusing, together, withDefault } from "#http";
import { instrumentOf, parsePhone } from "#rails";
import { refuseIfsc, type Reply } from "./answers.ts";
import { beneIdRule } from "./beneficiaries.ts";
import { byVersion, declareClassic } from "./declare-classic.ts";
import { readField } from "./fields.ts";
import type { ClassicCall } from "./operation.ts";
import {
  acceptanceData,
  modeCodes,
  orderExample,
  orderFields,
  outcomeData,
  payableModeRule,
  termsOf,
  detailsRule,
  type PayeeDetails,
  readDetails,
  readPayee,
} from "./order-fields.ts";
import { placeOrder, placePhoneOrder } from "./place-order.ts";
import {
  acceptanceAnswers,
  acceptanceRefusals,
  beneDetailsMissing,
  directAnswers,
  directRefusals,
  notBegun,
  outcomeAnswers,
  phoneAnswers,
  repeatAnswers,
  requestAnswers,
  requestRefusals,
} from "./transfer-answers.ts";

/** The body of an order to a listed beneficiary. */
const requestBody = {
  beneId: refusing(beneIdRule, { missing: "bene_id_missing", wrong: "bene_id_invalid" }),
  ...orderFields(refusing(withDefault(payableModeRule, "banktransfer"), modeCodes), { takesCard: true }),
} as const;

/** The required fields are all judged before any value. */
const MISSING = ["beneId:missing", "amount:missing", "transferId:missing"];

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
async function payBeneficiary(
  call: ClassicCall & { readonly input: Order },
  { waits }: { readonly waits: boolean },
): Promise<Reply> {
  const { throughPhone, ...terms } = termsOf(call.input);
  const place = throughPhone ? placePhoneOrder : placeOrder;
  const payee = { beneId: call.input.beneId };
  return place(call, { ...terms, payee }, { waits, refusals: requestRefusals[call.version] });
}

export const requestAsyncTransfer = declareClassic({
  name: "requestAsyncTransfer",
  method: "POST",
  path: "/requestAsyncTransfer",
  versions: ["v1", "v1.2"],
  scope: "draft",
  tag: "Transfers",
  summary: "Pay a beneficiary asynchronously",
  description:
    "Responds as soon as the request is stored. The outcome arrives by webhook and in getTransferStatus.",
  body: requestBody,
  order: MISSING,
  bodyExample: orderExample,
  answers: (version) => ({
    ...acceptanceAnswers,
    ...acceptanceRefusals(version),
    ...repeatAnswers,
    ...phoneAnswers,
  }),
  data: acceptanceData,
  repeatable: true,
  breakdown: acceptanceAnswers.received,
  notBegun,
  handle: (call) => payBeneficiary(call, { waits: false }),
});

export const directTransfer = declareClassic({
  name: "directTransfer",
  method: "POST",
  path: "/directTransfer",
  versions: ["v1", "v1.2"],
  scope: "draft",
  tag: "Transfers",
  summary: "Pay without adding a beneficiary",
  description:
    "Bank transfers require `bankAccount` and `ifsc`, UPI requires `vpa`, wallets and `phone` require `phone`; " +
    "in version 1.2 wallets require nothing else. Responds as soon as the bank does, or with PENDING after the " +
    "merchant's waiting time (5 seconds).",
  body: {
    details: byVersion((version) =>
      together(
        {
          beneDetails: missingAs(detailsRule(version), undefined),
          transferMode: hidden(optional(anything)),
        },
        ({ beneDetails, transferMode }) => {
          const details = readDetails(beneDetails, { version, transferMode });
          return details === null ? { problem: "bene_details_missing" } : { value: details };
        },
      ),
    ),
    ...orderFields(refusing(payableModeRule, modeCodes), { takesCard: false }),
  },
  order: ["amount:missing", "transferId:missing"],
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
  handle: async (call) => {
    const refusals = directRefusals[call.version];
    const { throughPhone, ...terms } = termsOf(call.input);
    const { details } = call.input;
    if (throughPhone && !mayBePhone(details)) return { answer: phoneAnswers.phone_not_linked };
    const inline = readPayee(details, throughPhone ? "phone" : instrumentOf(terms.mode));
    if (inline === "invalid_ifsc")
      return { answer: refuseIfsc(refusals[inline], readField(details, "ifsc")) };
    if (typeof inline === "string") return { answer: refusals[inline] };
    const place = throughPhone ? placePhoneOrder : placeOrder;
    return place(call, { ...terms, payee: { inline } }, { waits: true, refusals });
  },
});

/** Returns true if the phone number is a possible one, or absent. */
function mayBePhone(details: PayeeDetails): boolean {
  const phone = readField(details, "phone");
  return phone === undefined || (typeof phone === "string" && parsePhone(phone) !== null);
}
