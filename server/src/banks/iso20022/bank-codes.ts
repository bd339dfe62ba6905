/**
 * The reasons of the bank's own list (Rsn/Prtry), from its description (bank-simulator/README.md), and the meaning of
 * ISO's reasons in a refusal. A reason that is in neither list proves nothing.
 */
import { outcomeOfCode, type FailureReason } from "#rails";
import type { Reason } from "./read-status.ts";

/** The meaning of a reason when the status is RJCT. */
export interface Refusal {
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
export function refusalOf(bankId: string, reason: Reason | undefined): Refusal {
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
