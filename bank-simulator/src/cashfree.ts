/**
 * Cashfree Payouts v2 as described by its SDK (github.com/cashfree/cashfree-payout-sdk-nodejs at d3e08af), its guide
 * for agents (github.com/cashfree/agent-skills, src/templates/payouts*.md at 21b01de) and cashfree.com/docs. It differs
 * on purpose in requiring `fundsource_id`, which is the account, and in accepting only beneficiaries within the
 * transfer.
 */
import { createHmac } from "node:crypto";
import { describeTransfer, refuseTransfer, tellAnswer } from "./cashfree-words.ts";
import type { Dialect, Happening, Question, Request, Webhook } from "./dialect.ts";
import { parseRupees } from "./money.ts";
import type { Instruction, Rail } from "./payment.ts";

/** The SDK's CreateTransferRequestTransferModeEnum. */
const RAIL_OF: Readonly<Record<string, Rail>> = {
  imps: "IMPS",
  neft: "NEFT",
  rtgs: "RTGS",
  upi: "UPI",
  paytm: "PAYTM",
  amazonpay: "AMAZONPAY",
};

export const cashfree: Dialect = { read, tell: tellAnswer, announce };

function read(request: Request): Question {
  const { method, path, query, headers } = request;
  const secret = headers["x-client-secret"];
  const isKnown = typeof secret === "string" && typeof headers["x-client-id"] === "string";
  const key = isKnown ? secret : undefined;
  if (headers["x-api-version"] !== "2024-01-01") return invalid("x-api-version_invalid");
  if (path === "/transfers" && method === "POST") return readTransfer(request, key);
  const reference = query.get("transfer_id");
  if (path === "/transfers" && method === "GET" && reference !== null) {
    return { kind: "enquire", reference, debitAccount: undefined, key };
  }
  return invalid("transfer_id_missing");
}

function readTransfer({ body }: Request, key: string | undefined): Question {
  const asked = parse(body);
  const { transfer_id: reference, transfer_amount: amount, transfer_mode: mode, fundsource_id } = asked;
  const { transfer_remarks: remarks = "", beneficiary_details: beneficiary } = asked;
  const rail = RAIL_OF[String(mode)];
  if (typeof reference !== "string" || !/^\w{1,40}$/.test(reference)) return invalid("transfer_id_invalid");
  const amountPaise = typeof amount === "number" && amount >= 1 ? parseRupees(amount.toFixed(2)) : undefined;
  if (amountPaise === undefined) return invalid("transfer_amount_invalid");
  if (rail === undefined) return invalid("transfer_mode_invalid");
  if (typeof remarks !== "string" || !/^[A-Za-z0-9 ]{0,70}$/.test(remarks))
    return invalid("transfer_remarks_invalid");
  if (typeof fundsource_id !== "string" || fundsource_id === "") return invalid("fundsource_id_invalid");
  const payee = payeeOf(fieldsOf(beneficiary), rail);
  if (typeof payee === "string") return invalid(`beneficiary_details.${payee}`);
  return {
    kind: "pay",
    key,
    instruction: { reference, debitAccount: fundsource_id, rail, amountPaise, ...payee },
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns the payee, or the code of the error. */
function payeeOf(
  beneficiary: Fields,
  rail: Rail,
): Pick<Instruction, "payee" | "payeeName" | "ifsc"> | string {
  const { beneficiary_name: payeeName } = beneficiary;
  const {
    bank_account_number: number,
    bank_ifsc: ifsc,
    vpa,
  } = fieldsOf(beneficiary["beneficiary_instrument_details"]);
  const { beneficiary_phone: phone } = fieldsOf(beneficiary["beneficiary_contact_details"]);
  if (typeof payeeName !== "string" || !/^[A-Za-z ]{1,100}$/.test(payeeName))
    return "beneficiary_name_invalid";
  if (rail === "UPI") {
    if (typeof vpa !== "string" || !vpa.includes("@")) return "vpa_invalid";
    return { payee: vpa.toLowerCase(), payeeName, ifsc: "" };
  }
  if (rail === "PAYTM" || rail === "AMAZONPAY") {
    if (typeof phone !== "string" || !/^\d{8,12}$/.test(phone)) return "beneficiary_phone_invalid";
    return { payee: phone, payeeName, ifsc: "" };
  }
  if (typeof number !== "string" || !/^\w{4,25}$/.test(number)) return "bank_account_number_invalid";
  if (typeof ifsc !== "string" || ifsc.length !== 11) return "bank_ifsc_invalid";
  return { payee: number.toLowerCase(), payeeName, ifsc };
}

/**
 * The form comes from the guide's "V2 Webhook Payloads" and the SDK's PayoutVerifyWebhookSignature. There is no webhook
 * for money that arrives.
 */
function announce({ type, at, payment, particulars }: Happening): Webhook | undefined {
  if (payment === undefined || particulars === undefined) return undefined;
  const { status, credited } = payment;
  const isPaid = status === "SUCCESS" && (credited || type === "payment.credited");
  const event = isPaid ? "TRANSFER_ACKNOWLEDGED" : EVENT_OF[status];
  if (event === undefined) return undefined;
  const data = describeTransfer(payment, particulars);
  const body = JSON.stringify({ data, event_time: new Date(at).toISOString().slice(0, 19), type: event });
  return {
    body,
    sign: (secret, sentAt) => ({
      "x-webhook-timestamp": String(sentAt),
      "x-webhook-signature": createHmac("sha256", secret).update(`${sentAt}${body}`).digest("base64"),
      "x-webhook-version": "2024-01-01",
    }),
  };
}

const EVENT_OF: Readonly<Record<string, string>> = {
  SUCCESS: "TRANSFER_SUCCESS",
  FAILED: "TRANSFER_FAILED",
  RETURNED: "TRANSFER_REVERSED",
};

function invalid(code: string): Question {
  return { kind: "refused", told: refuseTransfer(400, "invalid_request_error", code) };
}

function parse(body: string): Fields {
  try {
    return fieldsOf(JSON.parse(body));
  } catch {
    return {};
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}
