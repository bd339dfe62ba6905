/**
 * Turns the bank's words into an outcome. Only explicit words that fit together mean yes or no; the rest is unknown.
 */
import type { Outcome, WireAnswer } from "#banks";
import { isObject, isPlain, isText, readJson, shortened } from "#banks/json";
import {
  type CodeContext,
  type Evidence,
  type FailureReason,
  isRail,
  outcomeOfCode,
  type Rail,
} from "#rails";

// Codes of the banks' own hosts, the same on every rail, from the banks' code list of November 2026.

interface HostCode {
  readonly text: string;
  readonly evidence: Extract<Evidence, "POS" | "NEG" | "UNK" | "RET">;
  readonly reason?: FailureReason;
  readonly otherBank?: boolean;
  readonly alarm?: boolean;
  /**
   * The code is about the request, not about the payment: a refused enquiry or repetition leaves the payment as unknown
   * as it was.
   */
  readonly ofRequest?: boolean;
}

const REFUSED = { evidence: "NEG", reason: "BANK_GATEWAY_ERROR", otherBank: true } as const;

export const HOST_CODES: Readonly<Record<string, HostCode>> = {
  "00": { text: "success", evidence: "POS" },
  H00: { text: "accepted for processing", evidence: "UNK" },
  H01: { text: "instruction not readable", ...REFUSED, ofRequest: true, alarm: true },
  H02: { text: "rail not offered", ...REFUSED, reason: "INVALID_MODE_FAIL" },
  H03: { text: "IFSC not known", evidence: "NEG", reason: "INVALID_IFSC_FAIL" },
  H04: { text: "amount above the bank's limit", ...REFUSED, reason: "INVALID_AMOUNT_FAIL" },
  H05: { text: "bank in maintenance", ...REFUSED, ofRequest: true },
  H06: { text: "reference voided", ...REFUSED },
  H07: { text: "API key not accepted", ...REFUSED, ofRequest: true, alarm: true },
  H08: { text: "too many requests", ...REFUSED, reason: "REINITIALIZE_TRANSFER_LATER", ofRequest: true },
  H09: { text: "wallet's KYC is not complete", evidence: "NEG", reason: "BENE_BANK_DECLINED" },
  H10: { text: "no wallet for this phone number", evidence: "NEG", reason: "INVALID_ACCOUNT_FAIL" },
  H11: { text: "wallet's balance limit reached", evidence: "NEG", reason: "DEST_LIMIT_REACHED" },
  H12: { text: "above the wallet issuer's limit", evidence: "NEG", reason: "AMAZON_AMOUNT_EXCEED" },
  H13: { text: "card token not valid", evidence: "NEG", reason: "INVALID_ACCOUNT_FAIL" },
  H14: { text: "declined by the beneficiary's bank", evidence: "NEG", reason: "BENE_BANK_DECLINED" },
  H15: { text: "beneficiary's name differs", evidence: "NEG", reason: "BENE_NAME_DIFFERS" },
  H16: { text: "suspected transaction", evidence: "NEG", reason: "SUSPECTED_TRANSFER" },
  H17: { text: "scheme not available", ...REFUSED, reason: "NPCI_UNAVAILABLE" },
  H18: { text: "beneficiary's bank offline", evidence: "NEG", reason: "BENEFICIARY_BANK_OFFLINE" },
  H19: { text: "our own account at the bank is short", ...REFUSED, alarm: true },
  H20: { text: "NRE account", evidence: "NEG", reason: "NRE_ACCOUNT_FAIL" },
  H21: { text: "no VPA for this phone number", evidence: "NEG", reason: "INVALID_ACCOUNT_FAIL" },
  EREV: { text: "reversed to the remitter", evidence: "RET", reason: "RETURNED_FROM_BENEFICIARY" },
};

/** The bank's status, which accompanies the code. */
type Overall = "pending" | "deemed" | "failed" | "paid" | "returned";

const CONTEXTS: Readonly<Record<Overall, CodeContext>> = {
  pending: { status: "pending" },
  deemed: { status: "pending", debit: "after" },
  failed: { status: "final", message: "reject" },
  paid: { status: "final" },
  returned: { status: "final", message: "return" },
};

interface Meaning {
  readonly text: string;
  readonly evidence: Evidence;
  readonly reason: FailureReason | null;
  readonly otherBank: boolean;
  readonly alarm: boolean;
  readonly ofRequest: boolean;
}

/**
 * Returns the meaning of a code with a status: the host's list comes first, then the rail's. Without a rail, only the
 * host's list counts.
 */
export function meaningOf(code: string, overall: Overall, rail: Rail | undefined): Meaning {
  const host = Object.hasOwn(HOST_CODES, code) ? HOST_CODES[code] : undefined;
  if (host !== undefined) {
    const { text, evidence, reason = null, otherBank = false, alarm = false, ofRequest = false } = host;
    return { text, evidence, reason, otherBank, alarm, ofRequest };
  }
  if (rail !== undefined) return { ...outcomeOfCode(rail, code, CONTEXTS[overall]), ofRequest: false };
  const text = "scheme code without a rail";
  return { text, evidence: "UNK", reason: null, otherBank: false, alarm: false, ofRequest: false };
}

// Reads the bank's words from the bytes of an answer. Everything is checked before anything is trusted.

/** A payment in the bank's words. Fields are undefined if the bank did not say. */
interface Words {
  readonly reference: string;
  readonly status: string;
  readonly code: string;
  readonly message: string;
  readonly utr: string;
  readonly credited: boolean;
  readonly amountPaise: bigint | undefined;
  readonly accountTail: string | undefined;
  readonly rail: Rail | undefined;
  readonly voided: boolean | undefined;
}

/** Returns the words of an HTTP answer, or a sentence that says why there are none. */
export function readWords(answer: WireAnswer): Words | string {
  const json = readJson(answer);
  if (typeof json === "string") return json;
  const words = wordsOf(json.value);
  return typeof words === "string" ? `HTTP ${answer.httpStatus} with ${words}` : words;
}

/** Returns the words of a payment object, or the name of the field that is wrong. */
export function wordsOf(value: unknown): Words | string {
  if (!isObject(value)) return "no JSON object";
  const { reference, status, code, message, utr, credited, amount, accountTail, rail, voided } = value;
  if (!isPlain(reference, 64) || reference === "") return "no reference";
  if (!isPlain(status, 20)) return "no status";
  if (!isPlain(code, 20)) return "no code";
  if (!isPlain(utr, 35)) return "no utr";
  if (typeof credited !== "boolean") return "no credited";
  if (accountTail !== undefined && !isText(accountTail, 4)) return "an accountTail that is none";
  if (voided !== undefined && typeof voided !== "boolean") return "a voided that is none";
  const amountPaise = amount === undefined ? undefined : paiseOf(amount);
  if (amountPaise === null) return "an amount that is none";
  const railName = typeof rail === "string" ? rail.toLowerCase() : undefined;
  if (rail !== undefined && !isRail(railName)) return "a rail that is none";
  return {
    reference,
    status,
    code,
    message: isText(message, 500) ? shortened(message) : "",
    utr,
    credited,
    amountPaise,
    accountTail,
    rail: isRail(railName) ? railName : undefined,
    voided,
  };
}

/** Returns the paise of an amount such as "100.00"; null for anything else. */
export function paiseOf(amount: unknown): bigint | null {
  if (typeof amount !== "string" || !/^\d{1,13}\.\d{2}$/.test(amount)) return null;
  return BigInt(amount.replace(".", ""));
}

/** The values that the words must agree with, as far as the caller knows them. */
interface ExpectedPayment {
  readonly reference: string;
  readonly amountPaise?: bigint;
  readonly accountTail?: string;
  readonly rail?: Rail;
  /** True if a refusal of the request refuses the payment, which is so only for the first sending of an instruction. */
  readonly refusable: boolean;
}

/** Returns the outcome that the words prove. */
export function judgeWords(words: Words, expected: ExpectedPayment): Outcome {
  const clash = clashOf(words, expected);
  if (clash !== undefined) return { kind: "unknown", detail: clash, alarm: clash };
  switch (words.status) {
    case "SUCCESS":
      return judgePaid(words);
    case "PENDING":
    case "DEEMED":
      return judgePending(words);
    case "FAILED":
      return judgeFailed(words, expected.refusable);
    case "RETURNED":
      return judgeReturned(words, meaningOf(words.code, "returned", words.rail));
    case "DUPLICATE":
      return { kind: "unknown", detail: "the bank has seen this reference before" };
    default:
      return { kind: "unknown", detail: `status ${words.status.replace(/\W/g, "?")} is not in the contract` };
  }
}

/** Says how the answer is about another payment, or differs from our order; a person must look. */
function clashOf(words: Words, expected: ExpectedPayment): string | undefined {
  if (words.reference !== expected.reference) return "the answer has another reference";
  if (differs(words.amountPaise, expected.amountPaise)) return "the answer has another amount";
  if (differs(words.accountTail, expected.accountTail)) return "the answer has another payee";
  if (differs(words.rail, expected.rail)) return "the answer has another rail";
  return undefined;
}

function differs<T>(said: T | undefined, expected: T | undefined): boolean {
  return said !== undefined && expected !== undefined && said !== expected;
}

function judgePaid(words: Words): Outcome {
  const { code, utr, credited } = words;
  const meaning = meaningOf(code, "paid", words.rail);
  if (meaning.evidence !== "POS") return doubt(words, meaning);
  if (isVague(words) || utr === "") return { kind: "unknown", detail: "success without amount, rail or UTR" };
  return { kind: "succeeded", code, text: textOf(words, meaning), utr, credited };
}

/** The bank has the payment, whatever the code adds; an unknown code does not change that. */
function judgePending(words: Words): Outcome {
  const deemed = words.status === "DEEMED";
  const meaning = meaningOf(words.code, deemed ? "deemed" : "pending", words.rail);
  if (isVague(words)) return { kind: "unknown", detail: "pending without amount or rail" };
  if (deemed && meaning.evidence !== "DEEMED") return doubt(words, meaning);
  const text = textOf(words, meaning);
  return { kind: "pending", code: words.code, text, deemed: meaning.evidence === "DEEMED" };
}

function judgeFailed(words: Words, refusable: boolean): Outcome {
  const { code } = words;
  const meaning = meaningOf(code, "failed", words.rail);
  const text = textOf(words, meaning);
  // Alarms are stored unencrypted, and the bank's own text may name the payee.
  const alarm = meaning.alarm ? { alarm: meaning.text } : {};
  if (meaning.evidence === "RET") return judgeReturned(words, meaning);
  if (meaning.evidence !== "NEG") return doubt(words, meaning);
  if (meaning.ofRequest && !refusable)
    return { kind: "unknown", detail: `the bank did not listen: ${text}`, ...alarm };
  return {
    kind: "failed",
    code,
    text,
    reason: meaning.reason ?? "FAILED",
    otherBank: meaning.otherBank,
    ...(meaning.ofRequest ? { ofRequest: true } : {}),
    ...alarm,
  };
}

function judgeReturned(words: Words, meaning: Meaning): Outcome {
  const { code, utr } = words;
  if (meaning.evidence !== "RET" && meaning.evidence !== "NEG") return doubt(words, meaning);
  if (isVague(words)) return { kind: "unknown", detail: "returned without amount or rail" };
  const reason = meaning.reason ?? "RETURNED_FROM_BENEFICIARY";
  return { kind: "returned", code, text: textOf(words, meaning), utr, reason };
}

/** The code does not support the status. */
function doubt(words: Words, meaning: Meaning): Outcome {
  const detail = `${words.status} with ${words.code.replace(/[^A-Za-z0-9]/g, "?")}: ${meaning.text}`;
  return meaning.alarm ? { kind: "unknown", detail, alarm: detail } : { kind: "unknown", detail };
}

/** The contract requires amount and rail with every report about money that moved. */
function isVague(words: Words): boolean {
  return words.amountPaise === undefined || words.rail === undefined;
}

function textOf(words: Words, meaning: Meaning): string {
  return words.message === "" ? meaning.text : words.message;
}
