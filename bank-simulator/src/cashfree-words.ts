/** Describes a payment of the books in Cashfree's words. */
import { createHash } from "node:crypto";
import type { Particulars, Question, Told } from "./dialect.ts";
import type { PaymentWords } from "./reply.ts";

/** Returns the answer to a transfer or an enquiry: the transfer, or an error. */
export function tellAnswer(
  question: Question,
  words: PaymentWords,
  particulars: Particulars | undefined,
): Told {
  const refusal = REFUSALS[words.code];
  if (refusal !== undefined && words.status !== "SUCCESS") return refusal;
  if (words.status === "NOT_FOUND" || particulars === undefined) return NOT_FOUND;
  const transfer = describeTransfer(words, particulars);
  // "It is an async request by default": a transfer that is not final yet was received.
  const received = question.kind === "pay" && words.status === "PENDING";
  const told = received ? { ...transfer, status: "RECEIVED", status_code: "RECEIVED" } : transfer;
  return { httpStatus: 200, words: told };
}

/** The form of the SDK's CreateTransferResponse, with the status code of the guide's examples. */
export function describeTransfer(
  words: PaymentWords,
  { payee, ifsc, at, debitAccount }: Particulars,
): object {
  const told = payee.slice(0, -words.accountTail.length) + words.accountTail;
  const instruments: Readonly<Record<string, object | undefined>> = {
    UPI: { vpa: told },
    PAYTM: undefined,
    AMAZONPAY: undefined,
  };
  const isAccount = !Object.hasOwn(instruments, words.rail);
  const instrument = isAccount
    ? { bank_account_number: told, ifsc, bank_ifsc: ifsc }
    : instruments[words.rail];
  const added = new Date(at).toISOString();
  return {
    transfer_id: words.reference,
    cf_transfer_id: idOf(words.reference),
    status: STATUS_OF[words.status] ?? words.status,
    status_code: codeOf(words),
    status_description: words.message,
    beneficiary_details: {
      beneficiary_id: idOf(payee),
      ...(instrument === undefined ? {} : { beneficiary_instrument_details: instrument }),
    },
    transfer_amount: Number(words.amount),
    transfer_service_charge: 0,
    transfer_service_tax: 0,
    transfer_mode: words.rail.toLowerCase(),
    ...(words.utr === "" ? {} : { transfer_utr: words.utr }),
    fundsource_id: debitAccount,
    added_on: added,
    updated_on: added,
  };
}

export function refuseTransfer(httpStatus: number, type: string, code: string): Told {
  return { httpStatus, words: { type, code, message: `${code.replaceAll("_", " ")} : refused` } };
}

const NOT_FOUND = refuseTransfer(404, "invalid_request_error", "transfer_id_not_found");

const REFUSALS: Readonly<Record<string, Told>> = {
  "94": refuseTransfer(409, "invalid_request_error", "transfer_id_already_exists"),
  H05: refuseTransfer(503, "api_error", "internal_server_error"),
  H07: refuseTransfer(401, "authentication_error", "authentication_failed"),
  H08: refuseTransfer(429, "invalid_request_error", "too_many_requests"),
};

const STATUS_OF: Readonly<Record<string, string>> = {
  SUCCESS: "SUCCESS",
  PENDING: "PENDING",
  DEEMED: "PENDING",
  FAILED: "FAILED",
  RETURNED: "REVERSED",
};

function codeOf({ status, code, credited }: PaymentWords): string {
  if (status === "SUCCESS" && code === "00") return credited ? "COMPLETED" : "SENT_TO_BENEFICIARY";
  if (status === "PENDING" || status === "DEEMED") return "SENT_TO_BANK";
  return CODE_OF[code] ?? code;
}

/** The documented status code for each code of the books. */
const CODE_OF: Readonly<Record<string, string>> = {
  "51": "INSUFFICIENT_BALANCE",
  Z9: "INSUFFICIENT_BALANCE",
  H19: "INSUFFICIENT_BALANCE",
  "52": "INVALID_ACCOUNT_FAIL",
  M1: "INVALID_ACCOUNT_FAIL",
  M5: "INVALID_ACCOUNT_FAIL",
  XI: "INVALID_ACCOUNT_FAIL",
  ZY: "INVALID_ACCOUNT_FAIL",
  AC01: "INVALID_ACCOUNT_FAIL",
  AC04: "INVALID_ACCOUNT_FAIL",
  H09: "INVALID_ACCOUNT_FAIL",
  H10: "INVALID_ACCOUNT_FAIL",
  ZH: "INVALID_BENE_VPA",
  ZE: "INVALID_BENE_VPA",
  M3: "ACCOUNT_BLOCKED",
  YF: "ACCOUNT_BLOCKED",
  AC06: "ACCOUNT_BLOCKED",
  M4: "NRE_ACCOUNT_FAIL",
  H20: "NRE_ACCOUNT_FAIL",
  "92": "INVALID_IFSC_FAIL",
  H03: "INVALID_IFSC_FAIL",
  RC01: "INVALID_IFSC_FAIL",
  U78: "BENEFICIARY_BANK_OFFLINE",
  H18: "BENEFICIARY_BANK_OFFLINE",
  H17: "NPCI_UNAVAILABLE",
  M2: "DEST_LIMIT_REACHED",
  PS: "DEST_LIMIT_REACHED",
  H11: "DEST_LIMIT_REACHED",
  H04: "INVALID_AMOUNT_FAIL",
  H12: "AMAZON_AMOUNT_EXCEED",
  H02: "INVALID_MODE_FAIL",
  H14: "BENE_BANK_DECLINED",
  AG01: "BENE_BANK_DECLINED",
  H15: "BENE_NAME_DIFFERS",
  H16: "SUSPECTED_TRANSFER",
  U16: "SUSPECTED_TRANSFER",
  EREV: "RETURNED_FROM_BENEFICIARY",
  U34: "RETURNED_FROM_BENEFICIARY",
  MS03: "RETURNED_FROM_BENEFICIARY",
};

function idOf(text: string): string {
  return String(createHash("sha256").update(text).digest().readUIntBE(0, 6));
}
