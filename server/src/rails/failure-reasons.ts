/** The reasons why a transfer failed, was rejected or came back, as the classic contract lists them. */
const FAILURE_REASONS = [
  "BANK_GATEWAY_ERROR",
  "BENE_BANK_DECLINED",
  "FAILED",
  "INVALID_IFSC_FAIL",
  "INVALID_ACCOUNT_FAIL",
  "RETURNED_FROM_BENEFICIARY",
  "INSUFFICIENT_BALANCE",
  "IMPS_MODE_FAIL",
  "RTGS_MODE_FAIL",
  "REINITIALIZE_TRANSFER_LATER",
  "NRE_ACCOUNT_FAIL",
  "ACCOUNT_BLOCKED",
  "DEST_LIMIT_REACHED",
  "INVALID_MODE_FAIL",
  "NPCI_UNAVAILABLE",
  "BENEFICIARY_BANK_OFFLINE",
  "INVALID_AMOUNT_FAIL",
  "SUSPECTED_TRANSFER",
  "BENE_NAME_DIFFERS",
  "DISABLED_MODE",
  "AMAZON_AMOUNT_EXCEED",
  "BENEFICIARY_BLACKLISTED",
  "PAYOUT_INACTIVE",
  "INVALID_TRANSFER_AMOUNT",
  "BENEFICIARY_NOT_EXIST",
  "BENEFICIARY_INVALID_MODE",
  "INVALID_BENE_ACCOUNT_OR_IFSC",
  "INVALID_OR_NO_SUCH_ACCOUNT_TYPE",
  "ANY_OTHER_REASON",
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** The reasons why people ended a transfer before it was sent: our extension of the contract's list. */
const DECISION_REASONS = ["CANCELLED", "APPROVAL_REJECTED", "APPROVAL_EXPIRED"] as const;

/** The reasons for payments after a refusal: late, perhaps returned since, or a second one. Ours too. */
const LATE_REASONS = ["PAID_AFTER_FAILURE", "PAID_LATE_AND_RETURNED", "PAID_TWICE"] as const;
export type LateReason = (typeof LATE_REASONS)[number];

/** Every `reason` that a transfer can carry: nothing else is written, and nothing else is published. */
export const TRANSFER_REASONS = [...FAILURE_REASONS, ...DECISION_REASONS, ...LATE_REASONS] as const;
export type TransferReason = (typeof TRANSFER_REASONS)[number];

/** Returns true if a reason says that a bank paid after it had refused. */
export function isLateReason(reason: string | null): reason is LateReason {
  return (LATE_REASONS as readonly (string | null)[]).includes(reason);
}

/** Returns true if a word is one of the contract's reasons. */
export function isFailureReason(word: unknown): word is FailureReason {
  return (FAILURE_REASONS as readonly unknown[]).includes(word);
}
