/**
 * ISO 20022 reason codes, as NEFT and RTGS returns carry them. No authoritative public list of NEFT return
 * codes is known; lists of R01 to R23 on the web belong to another country's clearing and are not used.
 */
import type { CodeMap } from "./code-row.ts";
import type { FailureReason } from "./failure-reasons.ts";

/** In a return the money has come back; as the reason of a refusal the same code says: nothing debited. */
const row = (text: string, reason: FailureReason) =>
  ({ text, evidence: "RET", refused: "NEG", reason }) as const;

export const ISO20022_CODES: CodeMap = {
  AC01: row("wrong account number", "INVALID_ACCOUNT_FAIL"),
  AC03: row("creditor account number invalid", "INVALID_ACCOUNT_FAIL"),
  AC04: row("account closed", "INVALID_ACCOUNT_FAIL"),
  AC06: row("account blocked", "ACCOUNT_BLOCKED"),
  AG01: row("transfer forbidden on this account", "BENE_BANK_DECLINED"),
  AM02: row("amount not allowed", "INVALID_AMOUNT_FAIL"),
  // Refused as a duplicate: an earlier one exists, and this says nothing of how that ended.
  AM05: { text: "duplicate", evidence: "RET", refused: "UNK", reason: "RETURNED_FROM_BENEFICIARY" },
  BE01: row("name does not match the account", "BENE_NAME_DIFFERS"),
  BE05: row("unknown customer", "INVALID_BENE_ACCOUNT_OR_IFSC"),
  BE06: row("unknown customer", "INVALID_BENE_ACCOUNT_OR_IFSC"),
  MD07: row("account holder has died", "ACCOUNT_BLOCKED"),
  MS02: row("not specified, by the customer", "RETURNED_FROM_BENEFICIARY"),
  MS03: row("not specified, by the bank", "RETURNED_FROM_BENEFICIARY"),
  NARR: row("see the bank's text", "RETURNED_FROM_BENEFICIARY"),
  NOCM: row("not compliant", "BENE_BANK_DECLINED"),
  RC01: row("wrong IFSC", "INVALID_IFSC_FAIL"),
  RR04: row("regulatory reason", "BENE_BANK_DECLINED"),
  FOCR: row("after a cancellation request", "RETURNED_FROM_BENEFICIARY"),
};
