/** Describes a payment of the books in RazorpayX's words. */
import { createHash } from "node:crypto";
import type { Particulars, Question, Told } from "./dialect.ts";
import { parseRupees } from "./money.ts";
import type { PaymentWords } from "./reply.ts";

interface Details {
  readonly source: "gateway" | "beneficiary_bank" | "business" | "internal";
  readonly reason: string;
  readonly description: string;
}

interface Payout {
  readonly status: string;
  readonly [field: string]: unknown;
}

/** Returns the answer to a payment or an enquiry: a payout, a collection of payouts, or an error. */
export function tellAnswer(
  question: Question,
  words: PaymentWords,
  particulars: Particulars | undefined,
): Told {
  const refusal = REFUSALS[words.code];
  if (refusal !== undefined && words.status !== "SUCCESS") return refusal;
  if (question.kind === "pay") return { httpStatus: 200, words: describePayout(words, particulars!) };
  const isKnown = words.status !== "NOT_FOUND" && particulars !== undefined;
  // Payouts that are fetched name their fund account only by its ID (api/x/payouts/fetch-all.md).
  const items = isKnown ? [{ ...describePayout(words, particulars), fund_account: undefined }] : [];
  return { httpStatus: 200, words: { entity: "collection", count: items.length, items } };
}

/** The form of api/x/payouts/entity.md, with the fund account as in the composite answers. */
export function describePayout(words: PaymentWords, { payee, ifsc, at, debitAccount }: Particulars): Payout {
  const details = detailsOf(words);
  const told = payee.slice(0, -words.accountTail.length) + words.accountTail;
  return {
    id: idOfPayout(words.reference),
    entity: "payout",
    fund_account_id: `fa_${shortHash(payee)}`,
    fund_account: fundAccountOf(words.rail, { payee: told, ifsc, at }),
    amount: Number(parseRupees(words.amount)),
    currency: "INR",
    notes: [],
    fees: 0,
    tax: 0,
    status: STATUS_OF[words.status] ?? words.status.toLowerCase(),
    purpose: "payout",
    utr: words.utr === "" ? null : words.utr,
    mode: words.rail === "AMAZONPAY" ? "amazonpay" : words.rail,
    reference_id: words.reference,
    narration: "Payout",
    debit_account_number: `00${debitAccount}`,
    batch_id: null,
    status_details: details,
    created_at: Math.floor(at / 1_000),
    fee_type: "free_payout",
  };
}

/** From errors/x.md: an API that "could not be fired". */
export function refuseRequest(httpStatus: number, description: string, about: object = {}): Told {
  const error = { source: "business", step: "NA", reason: "NA", metadata: {}, ...about };
  return { httpStatus, words: { error: { code: "BAD_REQUEST_ERROR", description, ...error } } };
}

export const REFUSALS: Readonly<Record<string, Told>> = {
  "94": refuseRequest(400, "Different request body sent for the same Idempotency Header."),
  // From api/x/account-validation/balance-fetch.md, "Errors".
  H05: {
    httpStatus: 503,
    words: {
      error: {
        code: "SERVER_ERROR",
        description:
          "We are facing some trouble completing your request at the moment. Please try again shortly.",
        source: "internal",
        reason: "server_error",
        step: "NA",
        metadata: {},
      },
    },
  },
  H07: refuseRequest(401, "Authentication failed"),
  H08: refuseRequest(429, "Throttling Error"),
};

const STATUS_OF: Readonly<Record<string, string>> = {
  SUCCESS: "processed",
  PENDING: "processing",
  DEEMED: "processing",
  FAILED: "failed",
  RETURNED: "reversed",
};

/** From errors/x/payout-status-details.md; null, as in the composite examples, while a credit is not confirmed. */
function detailsOf({ status, code, credited, message }: PaymentWords): Details | null {
  if (status === "SUCCESS" && code === "00") return credited ? CREDITED : null;
  if (status === "PENDING") return BEING_PROCESSED;
  if (status === "DEEMED") return UNCONFIRMED;
  const [reason, source] = REASON_OF[code] ?? [code.toLowerCase(), "gateway"];
  return { reason, source, description: message };
}

const CREDITED: Details = {
  reason: "payout_processed",
  source: "beneficiary_bank",
  description: "Payout is processed and the money has been credited into the beneficiary's account.",
};
const BEING_PROCESSED: Details = {
  reason: "payout_bank_processing",
  source: "gateway",
  description: "Payout is being processed by the partner bank.",
};
const UNCONFIRMED: Details = {
  reason: "beneficiary_bank_confirmation_pending",
  source: "beneficiary_bank",
  description: "Confirmation of credit to the beneficiary is pending.",
};

const DECLINED = ["beneficiary_bank_rejected", "beneficiary_bank"] as const;
const SHORT = ["insufficient_funds", "business"] as const;
const NO_ACCOUNT = ["bank_account_invalid", "beneficiary_bank"] as const;
const FROZEN = ["bank_account_frozen", "beneficiary_bank"] as const;
const TOO_MUCH = ["transaction_limit_exceeded", "beneficiary_bank"] as const;
const NO_VPA = ["beneficiary_vpa_invalid", "business"] as const;
const NO_WALLET = ["invalid_beneficiary", "business"] as const;

/** The documented reason for each code of the books. */
const REASON_OF: Readonly<Record<string, readonly [string, Details["source"]]>> = {
  "51": SHORT,
  Z9: SHORT,
  H19: SHORT,
  "52": ["beneficiary_account_invalid", "business"],
  M1: NO_ACCOUNT,
  AC01: NO_ACCOUNT,
  M5: ["bank_account_closed", "beneficiary_bank"],
  AC04: ["bank_account_closed", "beneficiary_bank"],
  M3: FROZEN,
  YF: FROZEN,
  AC06: FROZEN,
  ZY: ["beneficiary_account_dormant", "beneficiary_bank"],
  "92": ["invalid_ifsc_code", "beneficiary_bank"],
  H03: ["invalid_ifsc_code", "beneficiary_bank"],
  RC01: ["invalid_ifsc_code", "beneficiary_bank"],
  U78: ["beneficiary_psp_offline", "beneficiary_bank"],
  H18: ["beneficiary_bank_offline", "beneficiary_bank"],
  H17: ["gateway_down", "gateway"],
  XI: NO_VPA,
  ZH: NO_VPA,
  ZE: NO_VPA,
  M2: TOO_MUCH,
  PS: TOO_MUCH,
  H04: TOO_MUCH,
  H11: TOO_MUCH,
  H12: TOO_MUCH,
  H09: NO_WALLET,
  H10: NO_WALLET,
  M4: DECLINED,
  H14: DECLINED,
  H15: DECLINED,
  H16: DECLINED,
  H20: DECLINED,
  U16: DECLINED,
  AG01: DECLINED,
  EREV: DECLINED,
  U34: DECLINED,
  MS03: DECLINED,
};

function fundAccountOf(
  rail: string,
  { payee, ifsc, at }: { payee: string; ifsc: string; at: number },
): object {
  const [handle = "", psp = ""] = payee.split("@");
  const account = { bank_name: "Bank", name: "Payee", notes: [], ifsc, account_number: payee };
  const kinds: Readonly<Record<string, object>> = {
    UPI: { account_type: "vpa", vpa: { username: handle, handle: psp, address: payee } },
    AMAZONPAY: { account_type: "wallet", wallet: { provider: "amazonpay", phone: `+91${payee}` } },
  };
  const kind = kinds[rail] ?? { account_type: "bank_account", bank_account: account };
  const created = { active: true, batch_id: null, created_at: Math.floor(at / 1_000) };
  return { id: `fa_${shortHash(payee)}`, entity: "fund_account", ...kind, ...created };
}

export function idOfPayout(reference: string): string {
  return `pout_${shortHash(reference)}`;
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("base64url").replace(/[-_]/g, "0").slice(0, 14);
}
