/** The meaning of RazorpayX's statuses, reasons and errors: tables, each with the page that it comes from. */
import type { Evidence, FailureReason } from "#rails";

interface Status {
  readonly text: string;
  readonly evidence: Extract<Evidence, "POS" | "NEG" | "RET" | "UNK">;
}

/**
 * From x/payouts/states-life-cycle.md. `reversed`: the amount with fees and tax is back in the account, even if the
 * payout had been processed. A `failed` payout whose money had left becomes `reversed` when it is back.
 */
export const STATUSES: Readonly<Record<string, Status>> = {
  pending: { text: "waits for an approval at RazorpayX", evidence: "UNK" },
  queued: { text: "queued at RazorpayX", evidence: "UNK" },
  scheduled: { text: "scheduled at RazorpayX", evidence: "UNK" },
  processing: { text: "processing", evidence: "UNK" },
  processed: { text: "processed", evidence: "POS" },
  reversed: { text: "reversed", evidence: "RET" },
  failed: { text: "failed", evidence: "NEG" },
  rejected: { text: "rejected by an approver at RazorpayX", evidence: "NEG" },
  cancelled: { text: "cancelled at RazorpayX", evidence: "NEG" },
};

export interface RazorpayxReason {
  readonly reason: FailureReason;
  /** Another bank of ours may succeed, and there is no reason not to try it now. */
  readonly otherBank: boolean;
  readonly alarm?: boolean;
}

const ours = (reason: FailureReason): RazorpayxReason => ({ reason, otherBank: true });
const theirs = (reason: FailureReason): RazorpayxReason => ({ reason, otherBank: false });

/** errors/x/payout-status-details.md, "Status: reversed/failed". */
export const REASONS: Readonly<Record<string, RazorpayxReason>> = {
  bank_account_closed: theirs("INVALID_ACCOUNT_FAIL"),
  bank_account_frozen: theirs("ACCOUNT_BLOCKED"),
  bank_account_invalid: theirs("INVALID_ACCOUNT_FAIL"),
  beneficiary_account_dormant: theirs("INVALID_ACCOUNT_FAIL"),
  beneficiary_bank_failure: theirs("BENEFICIARY_BANK_OFFLINE"),
  beneficiary_bank_offline: theirs("BENEFICIARY_BANK_OFFLINE"),
  beneficiary_bank_rejected: theirs("BENE_BANK_DECLINED"),
  beneficiary_bank_technical_error: theirs("BENEFICIARY_BANK_OFFLINE"),
  beneficiary_psp_offline: theirs("BENEFICIARY_BANK_OFFLINE"),
  imps_not_allowed: theirs("IMPS_MODE_FAIL"),
  invalid_ifsc_code: theirs("INVALID_IFSC_FAIL"),
  npci_beneficiary_timeout: theirs("NPCI_UNAVAILABLE"),
  transaction_limit_exceeded: theirs("DEST_LIMIT_REACHED"),
  amount_limit_exhausted_neft: ours("REINITIALIZE_TRANSFER_LATER"),
  // The page lists it under `processing`; the example of a reversed payout in fetch-all.md has it too.
  amount_limit_exhausted: ours("REINITIALIZE_TRANSFER_LATER"),
  beneficiary_account_invalid: theirs("INVALID_ACCOUNT_FAIL"),
  beneficiary_vpa_invalid: theirs("INVALID_ACCOUNT_FAIL"),
  insufficient_funds: { ...ours("BANK_GATEWAY_ERROR"), alarm: true },
  invalid_beneficiary: theirs("INVALID_ACCOUNT_FAIL"),
  gateway_down: ours("BANK_GATEWAY_ERROR"),
  gateway_technical_error: ours("BANK_GATEWAY_ERROR"),
  // It is documented as final, but a time-out is not enough for us to send the same money elsewhere.
  gateway_timeout: theirs("BANK_GATEWAY_ERROR"),
  server_error: { ...theirs("BANK_GATEWAY_ERROR"), alarm: true },
  server_error_temporary: ours("BANK_GATEWAY_ERROR"),
};

/** A status without status details, which older accounts receive. */
export const NO_REASON: RazorpayxReason = { reason: "FAILED", otherBank: false };

/** The only reason of a processed payout: its money is credited. */
export const CREDITED_REASON = "payout_processed";

export interface RazorpayxError {
  readonly httpStatus: number;
  /** Matches the documented values of the error's `reason` or `description`. */
  readonly matches: RegExp;
  readonly text: string;
  /** True if the request was refused before a payout was created. */
  readonly refused: boolean;
  readonly reason?: FailureReason;
  readonly alarm: boolean;
}

/**
 * Answers without a payout: errors/x.md and api/x/error-codes.md; 401 and 429 also in
 * api/x/account-validation/balance-fetch.md. All others, and all of 5xx, say nothing about the payout.
 */
export const API_ERRORS: readonly RazorpayxError[] = [
  {
    httpStatus: 401,
    matches: /^authentication_failed$|^Authentication failed|^The api key provided is invalid/i,
    text: "key not accepted",
    refused: true,
    alarm: true,
  },
  {
    httpStatus: 400,
    matches: /^Authentication failed|^The api key provided is invalid/i,
    text: "key not accepted",
    refused: true,
    alarm: true,
  },
  {
    httpStatus: 400,
    matches: /^Different request body sent for the same Idempotency Header/i,
    text: "this reference was used before with other words",
    refused: false,
    alarm: true,
  },
  {
    httpStatus: 400,
    matches: /^Transactions from this IP are not allowed/i,
    text: "our address is not on the account's list",
    refused: true,
    alarm: true,
  },
  {
    httpStatus: 400,
    matches: /^insufficient_funds$/,
    text: "our own account at RazorpayX is short",
    refused: true,
    alarm: true,
  },
  {
    httpStatus: 400,
    matches: /^input_validation_failed$|^Idempotency key is missing/i,
    text: "instruction not readable",
    refused: true,
    alarm: true,
  },
  {
    httpStatus: 429,
    matches: /^Throttling Error|^Too many requests/i,
    text: "too many requests",
    refused: true,
    reason: "REINITIALIZE_TRANSFER_LATER",
    alarm: false,
  },
];
