/** The meaning of Cashfree's statuses, status codes and errors; the sources are named in capabilities.ts. */
import type { Evidence, FailureReason } from "#rails";

interface Status {
  readonly text: string;
  readonly evidence: Extract<Evidence, "POS" | "NEG" | "RET" | "UNK">;
}

/**
 * skill, "Transfer Status Values"; docs, lifecycle: FAILED is final, and a debited amount comes back within a day;
 * REVERSED is final, and the amount is back in the account.
 */
export const STATUSES: Readonly<Record<string, Status>> = {
  RECEIVED: { text: "received by Cashfree", evidence: "UNK" },
  QUEUED: { text: "queued at Cashfree", evidence: "UNK" },
  APPROVAL_PENDING: { text: "waits for an approval at Cashfree", evidence: "UNK" },
  PENDING: { text: "with the partner bank", evidence: "UNK" },
  SUCCESS: { text: "paid", evidence: "POS" },
  FAILED: { text: "failed", evidence: "NEG" },
  REJECTED: { text: "rejected by Cashfree", evidence: "NEG" },
  MANUALLY_REJECTED: { text: "rejected by an approver at Cashfree", evidence: "NEG" },
  REVERSED: { text: "came back", evidence: "RET" },
};

/** The two codes of SUCCESS say if the payee's bank has confirmed the credit (skill, "Key Status Codes"). */
export const SUCCESS_CODES: ReadonlyMap<string, { readonly credited: boolean }> = new Map([
  ["COMPLETED", { credited: true }],
  ["SENT_TO_BENEFICIARY", { credited: false }],
]);

export interface CashfreeReason {
  readonly reason: FailureReason;
  /** Another bank of ours may succeed, and there is no reason not to try it now. */
  readonly otherBank: boolean;
  readonly alarm?: boolean;
}

const ours = (reason: FailureReason): CashfreeReason => ({ reason, otherBank: true });
const theirs = (reason: FailureReason): CashfreeReason => ({ reason, otherBank: false });

/**
 * Codes of FAILED, REJECTED and REVERSED: first those of docs (reasons of the status call), then those of the skill
 * alone.
 */
export const REASONS: Readonly<Record<string, CashfreeReason>> = {
  BANK_GATEWAY_ERROR: ours("BANK_GATEWAY_ERROR"),
  BENE_BANK_DECLINED: theirs("BENE_BANK_DECLINED"),
  FAILED: theirs("FAILED"),
  INVALID_IFSC_FAIL: theirs("INVALID_IFSC_FAIL"),
  INVALID_ACCOUNT_FAIL: theirs("INVALID_ACCOUNT_FAIL"),
  RETURNED_FROM_BENEFICIARY: theirs("RETURNED_FROM_BENEFICIARY"),
  // Our account at Cashfree is short of money, not the merchant's wallet here.
  INSUFFICIENT_BALANCE: { ...ours("BANK_GATEWAY_ERROR"), alarm: true },
  IMPS_MODE_FAIL: theirs("IMPS_MODE_FAIL"),
  RTGS_MODE_FAIL: theirs("RTGS_MODE_FAIL"),
  REINITIALIZE_TRANSFER_LATER: ours("REINITIALIZE_TRANSFER_LATER"),
  NRE_ACCOUNT_FAIL: theirs("NRE_ACCOUNT_FAIL"),
  ACCOUNT_BLOCKED: theirs("ACCOUNT_BLOCKED"),
  DEST_LIMIT_REACHED: theirs("DEST_LIMIT_REACHED"),
  INVALID_MODE_FAIL: ours("INVALID_MODE_FAIL"),
  NPCI_UNAVAILABLE: ours("NPCI_UNAVAILABLE"),
  BENEFICIARY_BANK_OFFLINE: theirs("BENEFICIARY_BANK_OFFLINE"),
  INVALID_AMOUNT_FAIL: theirs("INVALID_AMOUNT_FAIL"),
  SUSPECTED_TRANSFER: theirs("SUSPECTED_TRANSFER"),
  BENE_NAME_DIFFERS: theirs("BENE_NAME_DIFFERS"),
  DISABLED_MODE: { ...ours("DISABLED_MODE"), alarm: true },
  AMAZON_AMOUNT_EXCEED: theirs("AMAZON_AMOUNT_EXCEED"),
  BENEFICIARY_BLACKLISTED: theirs("BENEFICIARY_BLACKLISTED"),
  PAYOUT_INACTIVE: { ...ours("BANK_GATEWAY_ERROR"), alarm: true },
  INVALID_TRANSFER_AMOUNT: theirs("INVALID_TRANSFER_AMOUNT"),
  BENEFICIARY_NOT_EXIST: theirs("BENEFICIARY_NOT_EXIST"),
  BENEFICIARY_INVALID_MODE: theirs("BENEFICIARY_INVALID_MODE"),
  INVALID_BENE_ACCOUNT_OR_IFSC: theirs("INVALID_BENE_ACCOUNT_OR_IFSC"),
  INVALID_OR_NO_SUCH_ACCOUNT_TYPE: theirs("INVALID_OR_NO_SUCH_ACCOUNT_TYPE"),
  ANY_OTHER_REASON: theirs("ANY_OTHER_REASON"),
  INVALID_BENE_VPA: theirs("INVALID_ACCOUNT_FAIL"),
  BENE_BLACKLISTED: theirs("BENEFICIARY_BLACKLISTED"),
  VELOCITY_CHECK_FAILED: theirs("SUSPECTED_TRANSFER"),
  INVALID_MODE_FOR_PYID: { ...ours("INVALID_MODE_FAIL"), alarm: true },
};

/** A final status that repeats itself as its code. */
export const NO_REASON: CashfreeReason = theirs("FAILED");

export interface CashfreeError {
  readonly httpStatus: number;
  /** Matches the documented values of the error's `code` or `message`. */
  readonly matches: RegExp;
  readonly text: string;
  /** True if the request was refused before a transfer was created. */
  readonly refused: boolean;
  readonly reason?: FailureReason;
  readonly otherBank: boolean;
  readonly alarm: boolean;
}

const REFUSED = { refused: true, otherBank: true, alarm: true } as const;

/**
 * Answers without a transfer (docs, Response Codes; skill, "Error Handling"). All others, and all of 5xx ("do not
 * initiate another transaction"), say nothing about the transfer.
 */
export const API_ERRORS: readonly CashfreeError[] = [
  {
    httpStatus: 400,
    matches: /^(.*\.)?bank_ifsc_invalid$/,
    text: "IFSC not valid",
    ...REFUSED,
    reason: "INVALID_IFSC_FAIL",
    otherBank: false,
    alarm: false,
  },
  {
    httpStatus: 400,
    matches: /^(.*\.)?(bank_account_number_(invalid|length_exceeded|length_short)|vpa_invalid)$/,
    text: "account or UPI ID not valid",
    ...REFUSED,
    reason: "INVALID_ACCOUNT_FAIL",
    otherBank: false,
    alarm: false,
  },
  {
    httpStatus: 400,
    matches:
      /^((transfer_(id|amount|mode)|.*beneficiary_(id|name|identifiers)|.*bank_\w+)_(missing|invalid))$/,
    text: "instruction not readable",
    ...REFUSED,
  },
  {
    httpStatus: 401,
    matches: /^(authentication_failed|x-client-(id|secret)_(missing|value_invalid))$/,
    text: "key not accepted",
    ...REFUSED,
  },
  {
    httpStatus: 403,
    matches: /^apis_not_enabled$|^IP not whitelisted/i,
    text: "our address or the account is not admitted",
    ...REFUSED,
  },
  {
    httpStatus: 409,
    matches: /^transfer_id_already_exists$/,
    text: "this reference was used before",
    refused: false,
    otherBank: false,
    alarm: false,
  },
  {
    httpStatus: 429,
    matches: /^too[_ ]many[_ ]requests/i,
    text: "too many requests",
    refused: true,
    otherBank: true,
    reason: "REINITIALIZE_TRANSFER_LATER",
    alarm: false,
  },
];
