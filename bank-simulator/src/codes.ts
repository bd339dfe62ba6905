/** The answer codes of the simulated banks, with their sentences, as in a bank's code list. */
import type { Rail } from "./payment.ts";

/** Codes of the bank's own host, the same on every rail. If one of these refuses, nothing was sent to a scheme. */
export const HOST_CODES = {
  "00": "Transaction successful",
  "94": "Duplicate reference",
  H00: "Instruction accepted for processing",
  H01: "Instruction not readable",
  H02: "Rail not offered by this bank",
  H03: "IFSC not known",
  H04: "Amount above the limit of this rail",
  H05: "Bank in maintenance, instruction not taken",
  H06: "Reference voided by the customer",
  H07: "API key not accepted, instruction not taken",
  H08: "Too many requests, instruction not taken",
  H09: "KYC of the beneficiary wallet is not complete",
  H10: "No wallet is linked to this phone number",
  H11: "Balance limit of the beneficiary wallet reached",
  H12: "Amount above the limit of the wallet issuer",
  H13: "Card token not valid",
  H14: "Declined by the beneficiary bank",
  H15: "Beneficiary name differs",
  H16: "Suspected transaction",
  H17: "Scheme not available, not debited",
  H18: "Beneficiary bank offline, not debited",
  H19: "Insufficient funds in the debit account",
  H20: "Beneficiary account is an NRE account",
  H21: "No VPA is linked to this phone number",
  S01: "No statement of this day yet",
  S02: "This statement is not given",
  NOT_FOUND: "Reference not found",
} as const;

const SCHEME_CODES: Readonly<Record<string, string>> = {
  "08": "Beneficiary bank did not answer, deemed successful",
  "51": "Insufficient funds in the debit account",
  "52": "Invalid beneficiary account",
  "91": "Time-out at the beneficiary bank, deemed successful",
  "92": "Invalid IFSC",
  EREV: "Reversed to the remitter",
  M0: "Verified, but the original credit failed",
  M1: "Invalid beneficiary account or IFSC",
  M2: "Amount limit of the beneficiary exceeded",
  M3: "Beneficiary account blocked or frozen",
  M4: "Beneficiary account is an NRE account",
  M5: "Beneficiary account closed",
  RB: "Credit time-out, deemed successful",
  U16: "Risk threshold exceeded",
  U31: "Credit failed, reversal due",
  U34: "Reverted to the remitter",
  U78: "Beneficiary bank offline",
  PS: "Balance limit of the beneficiary exceeded",
  XI: "Beneficiary account does not exist",
  YF: "Beneficiary account blocked or frozen",
  Z9: "Insufficient funds in the debit account",
  ZE: "Transfers to this VPA are restricted",
  ZH: "Invalid VPA",
  ZY: "Beneficiary account inactive or dormant",
  AC01: "Incorrect account number",
  AC04: "Account closed",
  AC06: "Account blocked",
  AG01: "Credit to this account is forbidden",
  MS03: "Returned, reason not specified",
  RC01: "Incorrect IFSC",
};

/** Returns the sentence of a code; there is one even for a code that is in no list. */
export function textOfCode(code: string): string {
  return (HOST_CODES as Readonly<Record<string, string>>)[code] ?? SCHEME_CODES[code] ?? `Response ${code}`;
}

export type RailFamily = "imps" | "upi" | "batch" | "other";

/**
 * NEFT and RTGS return money with ISO reasons; IMPS and UPI have their own lists; the others answer with host codes.
 */
export function familyOf(rail: Rail): RailFamily {
  if (rail === "IMPS") return "imps";
  if (rail === "UPI") return "upi";
  return rail === "NEFT" || rail === "RTGS" ? "batch" : "other";
}

/** The code of money that is returned after success, by rail family. */
export const RETURN_CODES: Readonly<Record<RailFamily, string>> = {
  imps: "EREV",
  upi: "U34",
  batch: "MS03",
  other: "EREV",
};

/** The code of a scheme's time-out that counts as success; rails without that rule have none. */
export const DEEMED_CODES: Readonly<Partial<Record<RailFamily, string>>> = { imps: "91", upi: "RB" };
