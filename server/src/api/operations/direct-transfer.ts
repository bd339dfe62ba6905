import { instrumentOf, parsePhone } from "#rails";
import { anything, hidden, missingAs, optional, refusing, together } from "#http";
import { refuseIfsc } from "./answers.ts";
import { byVersion, declareClassic } from "./declare-classic.ts";
import { readField } from "./fields.ts";
import { modeCodes, orderFields, outcomeData, payableModeRule, termsOf } from "./order-fields.ts";
import { placeOrder } from "./place-order.ts";
import { placePhoneOrder } from "./place-phone-order.ts";
import { detailsRule, type PayeeDetails, readDetails, readPayee } from "./read-payee.ts";
import {
  beneDetailsMissing,
  directAnswers,
  directRefusals,
  notBegun,
  outcomeAnswers,
  phoneAnswers,
  repeatAnswers,
} from "./transfer-answers.ts";

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
