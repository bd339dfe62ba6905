/** Codes of the banks' own hosts, the same on every rail, from the banks' code list of November 2026. */
import type { CodeContext, Evidence, FailureReason, Rail } from "#rails";
import { outcomeOfCode } from "#rails";

interface HostCode {
  readonly text: string;
  readonly evidence: Extract<Evidence, "POS" | "NEG" | "UNK" | "RET">;
  readonly reason?: FailureReason;
  readonly otherBank?: boolean;
  readonly alarm?: boolean;
  /**
   * The code speaks of the request it answers, not of the payment: a refused enquiry, or a refused
   * repetition, leaves
   * the payment as unknown as it was.
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

/** What the bank said beside the code. */
export type Overall = "pending" | "deemed" | "failed" | "paid" | "returned";

const CONTEXTS: Readonly<Record<Overall, CodeContext>> = {
  pending: { status: "pending" },
  deemed: { status: "pending", debit: "after" },
  failed: { status: "final", message: "reject" },
  paid: { status: "final" },
  returned: { status: "final", message: "return" },
};

export interface Meaning {
  readonly text: string;
  readonly evidence: Evidence;
  readonly reason: FailureReason | null;
  readonly otherBank: boolean;
  readonly alarm: boolean;
  readonly ofRequest: boolean;
}

/**
 * What a code means under a status: the host's list first, then the rail's. Without a rail only the host's.
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
