/**
 * Turns the bank's words about a payment into an outcome. Only explicit words that fit together mean yes or no. The
 * reasons of the bank's own list (Rsn/Prtry) are from its description (bank-simulator/README.md); a reason that is
 * neither there nor in ISO's list proves nothing.
 */
import type { Outcome } from "#banks";
import { outcomeOfCode, type FailureReason } from "#rails";
import type { PaymentStatus, Reason } from "./read-status.ts";

/** The values that the words must agree with, as far as the caller knows them. */
interface Expected {
  /** The bank that sent them. */
  readonly bankId: string;
  readonly amountPaise?: bigint;
  readonly payeeAccount?: string;
  readonly debitAccount?: string;
  /** True if a refusal of the request refuses the payment, which is so only for the first sending of an instruction. */
  readonly refusable: boolean;
  /** A settlement counts without an amount and without a number of the clearing. */
  readonly settlesWithoutUtr?: boolean;
}

/**
 * External payment transaction status codes of ISO 20022. ACCC: settled on the creditor's account. ACSC: settled on the
 * debtor's. All others in this table mean that it is in progress; codes that are missing here (such as CANC or BLCK)
 * prove nothing.
 */
const PAID: ReadonlyMap<string, { credited: boolean }> = new Map([
  ["ACSC", { credited: false }],
  ["ACCC", { credited: true }],
]);
const UNDER_WAY: ReadonlySet<string> = new Set([
  "RCVD",
  "PDNG",
  "ACTC",
  "ACCP",
  "ACFC",
  "ACWC",
  "ACSP",
  "ACWP",
  "PART",
]);

/** Returns the outcome that the words prove. */
export function judgeStatus(said: PaymentStatus, expected: Expected): Outcome {
  const clash = clashOf(said, expected);
  if (clash !== undefined) return { kind: "unknown", detail: clash, alarm: clash };
  const { status, amountPaise, utr } = said;
  const paid = PAID.get(status);
  if (paid !== undefined) {
    const isNumbered = /^[A-Za-z0-9]{1,35}$/.test(utr);
    if (expected.settlesWithoutUtr !== true && (amountPaise === undefined || !isNumbered)) {
      return { kind: "unknown", detail: `${status} without an amount or a reference of the clearing` };
    }
    const text = textOf(said, "settled");
    return { kind: "succeeded", code: status, text, utr: isNumbered ? utr : "", ...paid };
  }
  if (UNDER_WAY.has(status)) {
    return { kind: "pending", code: status, text: textOf(said, "under way"), deemed: false };
  }
  if (status === "RJCT") return judgeRefusal(said, expected);
  return { kind: "unknown", detail: `status ${status.replace(/\W/g, "?") || "missing"} proves nothing` };
}

function judgeRefusal(said: PaymentStatus, { bankId, refusable }: Expected): Outcome {
  const refusal = refusalOf(bankId, said.reason);
  const text = textOf(said, refusal.text);
  // Alarms are stored unencrypted, and the bank's own text may name the payee.
  const alarm = refusal.alarm ? { alarm: refusal.text } : {};
  if (refusal.evidence !== "NEG") return { kind: "unknown", detail: `RJCT: ${refusal.text}`, ...alarm };
  if (refusal.ofRequest && !refusable) {
    return { kind: "unknown", detail: `the bank did not listen: ${text}`, ...alarm };
  }
  const { reason, otherBank, ofRequest } = refusal;
  const code = said.reason?.code ?? "RJCT";
  return { kind: "failed", code, text, reason, otherBank, ...(ofRequest ? { ofRequest } : {}), ...alarm };
}

/** Says how the payment differs from the one that we ordered; a person must look. */
function clashOf(said: PaymentStatus, expected: Expected): string | undefined {
  if (differs(said.amountPaise, expected.amountPaise)) return "the answer has another amount";
  if (differs(said.debitAccount, expected.debitAccount)) return "the answer has another debit account";
  if (differs(said.payeeAccount?.slice(-4), expected.payeeAccount?.slice(-4)))
    return "the answer has another payee";
  return undefined;
}

function differs<T>(said: T | undefined, expected: T | undefined): boolean {
  return said !== undefined && expected !== undefined && said !== expected;
}

/** Returns the bank's sentence, made safe for a log and a screen, because it may contain an account number. */
function textOf({ reason }: PaymentStatus, usual: string): string {
  const text = (reason?.text ?? "")
    .replace(/[^\x20-\x7e]/g, "?")
    .replace(/\d{5,}(?=\d{4})/g, "…")
    .slice(0, 140);
  return text === "" ? usual : text;
}

/** The meaning of a reason when the status is RJCT. */
interface Refusal {
  readonly evidence: "NEG" | "UNK";
  readonly text: string;
  readonly reason: FailureReason;
  readonly otherBank: boolean;
  /**
   * The bank did not take the request; in answer to an enquiry or a repetition, this says nothing about the payment.
   */
  readonly ofRequest: boolean;
  readonly alarm: boolean;
}

const NOT_TAKEN = {
  evidence: "NEG",
  reason: "BANK_GATEWAY_ERROR",
  otherBank: true,
  ofRequest: true,
  alarm: false,
} as const;
const DECLINED = { ...NOT_TAKEN, ofRequest: false } as const;

/** The lists by bank: a reason in one bank's list says nothing about another bank. */
const OWN_CODES: Readonly<Record<string, Readonly<Record<string, Refusal>>>> = {
  varuna: {
    H01: { text: "message not readable", ...NOT_TAKEN, alarm: true },
    H02: { text: "rail not offered", ...DECLINED, reason: "INVALID_MODE_FAIL" },
    H04: { text: "amount above the bank's limit", ...DECLINED, reason: "INVALID_AMOUNT_FAIL" },
    H05: { text: "bank in maintenance", ...NOT_TAKEN },
    H06: { text: "reference refused for good", ...DECLINED },
    H07: { text: "API key not accepted", ...NOT_TAKEN, alarm: true },
    H08: { text: "too many requests", ...NOT_TAKEN, reason: "REINITIALIZE_TRANSFER_LATER" },
    H14: {
      text: "declined by the beneficiary's bank",
      ...DECLINED,
      reason: "BENE_BANK_DECLINED",
      otherBank: false,
    },
    H16: { text: "suspected transaction", ...DECLINED, reason: "SUSPECTED_TRANSFER", otherBank: false },
    H17: { text: "scheme not available", ...DECLINED, reason: "NPCI_UNAVAILABLE" },
    H18: {
      text: "beneficiary's bank offline",
      ...DECLINED,
      reason: "BENEFICIARY_BANK_OFFLINE",
      otherBank: false,
    },
  },
};

/**
 * Returns the meaning of RJCT with this reason at a bank. Without a reason, or with one in no list, it proves nothing.
 */
function refusalOf(bankId: string, reason: Reason | undefined): Refusal {
  if (reason === undefined) return doubt("refused without a reason");
  const { code, own } = reason;
  if (own) {
    const list = Object.hasOwn(OWN_CODES, bankId) ? OWN_CODES[bankId]! : {};
    const found = Object.hasOwn(list, code) ? list[code] : undefined;
    return found ?? doubt(`code ${code.replace(/[^A-Za-z0-9]/g, "?")} is not in the bank's list`);
  }
  // ISO's reasons mean the same on every rail, and NEFT uses them as its own, so we read them from there.
  const meaning = outcomeOfCode("neft", code, { message: "reject" });
  const { evidence, text, reason: word, otherBank, alarm } = meaning;
  const known = evidence === "NEG" ? "NEG" : "UNK";
  return { evidence: known, text, reason: word ?? "FAILED", otherBank, ofRequest: false, alarm };
}

function doubt(text: string): Refusal {
  return { ...DECLINED, evidence: "UNK", text, reason: "FAILED", otherBank: false };
}

/** Returns our word for the reason of a return. */
export function returnReasonOf(code: string): FailureReason {
  const { evidence, reason } = outcomeOfCode("neft", code, { message: "return" });
  return evidence === "RET" && reason !== null ? reason : "RETURNED_FROM_BENEFICIARY";
}
