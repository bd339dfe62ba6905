/**
 * ISO 20022 reason codes (External Code Sets, ExternalStatusReason1Code and ExternalReturnReason1Code), as
 * NEFT and RTGS returns and a bank's status reports carry them. No authoritative public list of NEFT return
 * codes is known; the lists of R01 to R23 on the web are for another country's clearing and are not used.
 */
import type { CodeMap } from "./outcome-of-code.ts";
import type { FailureReason } from "./failure-reasons.ts";

/** In a return, the money has come back; as a reason of refusal, the code means that nothing was debited. */
const row = (text: string, reason: FailureReason) =>
  ({ text, evidence: "RET", refused: "NEG", reason }) as const;

/** Our or our bank's fault: refused means not paid, another bank may do better, and one of us must look. */
const ours = (text: string, reason: FailureReason = "BANK_GATEWAY_ERROR") =>
  ({ text, evidence: "UNK", refused: "NEG", reason, otherBank: true, alarm: true }) as const;

export const ISO20022_CODES: CodeMap = {
  AC01: row("wrong account number", "INVALID_ACCOUNT_FAIL"),
  AC02: ours("debtor account number invalid"),
  AC03: row("creditor account number invalid", "INVALID_ACCOUNT_FAIL"),
  AC04: row("account closed", "INVALID_ACCOUNT_FAIL"),
  AC06: row("account blocked", "ACCOUNT_BLOCKED"),
  AC07: row("creditor account closed", "INVALID_ACCOUNT_FAIL"),
  AC09: ours("currency of the account not valid"),
  AC12: ours("debtor account of a wrong type"),
  AC13: ours("debtor account of a wrong type"),
  AG01: row("transfer forbidden on this account", "BENE_BANK_DECLINED"),
  AG02: ours("operation code not valid"),
  AG03: row("transaction not supported on this account", "BENE_BANK_DECLINED"),
  AM02: row("amount not allowed", "INVALID_AMOUNT_FAIL"),
  AM04: ours("insufficient funds in our account"),
  // Refused as a duplicate: an earlier one exists, but this does not say how it ended.
  AM05: { text: "duplicate", evidence: "RET", refused: "UNK", reason: "RETURNED_FROM_BENEFICIARY" },
  AM09: ours("amount is not the one agreed", "INVALID_AMOUNT_FAIL"),
  AM10: ours("control sum does not match"),
  AM12: ours("amount not valid", "INVALID_AMOUNT_FAIL"),
  AM18: ours("number of payments not valid"),
  AM19: ours("number of payments of the group not valid"),
  AM20: ours("number of payments of the block not valid"),
  AM14: ours("amount above what is agreed with the bank", "INVALID_AMOUNT_FAIL"),
  BE01: row("name does not match the account", "BENE_NAME_DIFFERS"),
  BE05: row("unknown customer", "INVALID_BENE_ACCOUNT_OR_IFSC"),
  BE06: row("unknown customer", "INVALID_BENE_ACCOUNT_OR_IFSC"),
  CNOR: row("creditor's bank is not registered", "INVALID_IFSC_FAIL"),
  // Refused as a duplicate message: the first one counts, however it ended.
  DU01: { text: "duplicate message", evidence: "UNK", refused: "UNK" },
  DU02: { text: "duplicate block", evidence: "UNK", refused: "UNK" },
  DU03: { text: "duplicate payment", evidence: "UNK", refused: "UNK" },
  DU04: { text: "duplicate EndToEndId", evidence: "UNK", refused: "UNK" },
  FF01: ours("file not readable"),
  FF02: ours("file has a wrong syntax"),
  FF03: ours("payment type not valid"),
  FF05: ours("instrument not valid"),
  DT01: ours("date not valid"),
  FRAD: row("fraudulent", "SUSPECTED_TRANSFER"),
  MD07: row("account holder has died", "ACCOUNT_BLOCKED"),
  MS02: row("not specified, by the customer", "RETURNED_FROM_BENEFICIARY"),
  MS03: row("not specified, by the bank", "RETURNED_FROM_BENEFICIARY"),
  NARR: row("see the bank's text", "RETURNED_FROM_BENEFICIARY"),
  NOCM: row("not compliant", "BENE_BANK_DECLINED"),
  RC01: row("wrong IFSC", "INVALID_IFSC_FAIL"),
  RC04: row("wrong bank of the creditor", "INVALID_IFSC_FAIL"),
  RR04: row("regulatory reason", "BENE_BANK_DECLINED"),
  FOCR: row("after a cancellation request", "RETURNED_FROM_BENEFICIARY"),
};
