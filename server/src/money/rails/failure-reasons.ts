/** The reasons that a transfer can carry, the meaning of each for its merchant, and what to do about it. */

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

export interface ReasonFact {
  readonly meaning: string;
  readonly remedy: string;
}

export const REASON_FACTS: Readonly<Record<TransferReason, ReasonFact>> = {
  INSUFFICIENT_BALANCE: {
    meaning: "The fund source did not cover the amount and its fee.",
    remedy: "Add funds and retry with a new transferId.",
  },
  INVALID_ACCOUNT_FAIL: {
    meaning: "The bank does not know the account number.",
    remedy: "Check with the payee, then delete the beneficiary and add it again.",
  },
  INVALID_IFSC_FAIL: {
    meaning: "The IFSC does not exist or has been merged.",
    remedy: "Look up the branch's current IFSC.",
  },
  INVALID_BENE_ACCOUNT_OR_IFSC: {
    meaning: "Account number and IFSC do not belong together.",
    remedy: "Check both with the payee.",
  },
  INVALID_OR_NO_SUCH_ACCOUNT_TYPE: {
    meaning: "This type of account cannot be credited by this mode.",
    remedy: "Ask for another account.",
  },
  ACCOUNT_BLOCKED: { meaning: "The account is blocked or frozen.", remedy: "Ask for another account." },
  NRE_ACCOUNT_FAIL: {
    meaning: "A non-resident account cannot receive this credit.",
    remedy: "Ask for a resident account.",
  },
  BENE_NAME_DIFFERS: {
    meaning: "The name at the bank is different.",
    remedy: "Check name and account with the payee.",
  },
  BENEFICIARY_BLACKLISTED: {
    meaning: "The beneficiary is on your block list.",
    remedy: "Review the block list.",
  },
  BENEFICIARY_INVALID_MODE: {
    meaning: "The beneficiary has no details for this mode.",
    remedy: "Choose another mode or add the details.",
  },
  BENEFICIARY_NOT_EXIST: {
    meaning: "The bank or service that pays does not know the beneficiary.",
    remedy: "Check with the payee, then delete the beneficiary and add it again.",
  },
  BENE_BANK_DECLINED: {
    meaning: "The beneficiary's bank refused the credit.",
    remedy: "Ask the payee to contact their bank.",
  },
  BENEFICIARY_BANK_OFFLINE: {
    meaning: "The beneficiary's bank did not respond.",
    remedy: "Retry with a new transferId after the downtime.",
  },
  BANK_GATEWAY_ERROR: {
    meaning: "The partner bank could not process the transfer.",
    remedy: "Retry later with a new transferId.",
  },
  NPCI_UNAVAILABLE: {
    meaning: "The payment network was not available.",
    remedy: "Retry later with a new transferId, or choose NEFT.",
  },
  IMPS_MODE_FAIL: { meaning: "The account or the amount cannot be paid by IMPS.", remedy: "Choose NEFT." },
  RTGS_MODE_FAIL: { meaning: "The account or the amount cannot be paid by RTGS.", remedy: "Choose NEFT." },
  INVALID_MODE_FAIL: {
    meaning: "The mode does not fit the amount or the details.",
    remedy: "See the limits under Payout Methods.",
  },
  DISABLED_MODE: { meaning: "The mode is disabled for your account.", remedy: "Choose another mode." },
  DEST_LIMIT_REACHED: {
    meaning: "The account or wallet has reached its limit.",
    remedy: "Send less, or pay to another destination.",
  },
  INVALID_AMOUNT_FAIL: { meaning: "The bank refused the amount.", remedy: "Check the limits of the mode." },
  INVALID_TRANSFER_AMOUNT: {
    meaning: "The amount is not valid, or is outside the limits of the mode or of your banks.",
    remedy: "Check the amount and the limits under Payout Methods.",
  },
  AMAZON_AMOUNT_EXCEED: {
    meaning: "Amazon Pay accepts at most ₹10,000.",
    remedy: "Send less, or use another mode.",
  },
  SUSPECTED_TRANSFER: {
    meaning: "A risk rule stopped the transfer.",
    remedy: "Review the transfer and the limits.",
  },
  REINITIALIZE_TRANSFER_LATER: {
    meaning: "The bank asked us to retry later.",
    remedy: "Retry with a new transferId after 30 minutes.",
  },
  RETURNED_FROM_BENEFICIARY: {
    meaning: "The beneficiary's bank returned the money.",
    remedy: "Correct the details and retry with a new transferId.",
  },
  PAYOUT_INACTIVE: { meaning: "Payouts are disabled for your account.", remedy: "Write to support." },
  CANCELLED: {
    meaning: "You cancelled it before it was sent.",
    remedy: "To pay it later, send it with a new transferId.",
  },
  APPROVAL_REJECTED: {
    meaning: "An approver rejected it.",
    remedy: "Read the approver's remarks. To pay it, send it with a new transferId.",
  },
  APPROVAL_EXPIRED: {
    meaning: "It was not approved in time.",
    remedy: "Send it with a new transferId, and inform the approvers.",
  },
  PAID_AFTER_FAILURE: {
    meaning:
      "A bank paid it after it had reported a failure: the payee has the money, and it was taken from the fund source.",
    remedy:
      "Do not pay again with another transferId. Book the payment by its UTR; if you have paid the payee in " +
      "another way, request a recall.",
  },
  PAID_LATE_AND_RETURNED: {
    meaning: "A bank paid it after it had reported a failure, and the money came back to the fund source.",
    remedy: "Retry with a new transferId if it should still be paid.",
  },
  PAID_TWICE: {
    meaning:
      "A bank paid it after it had refused it, and another bank has paid it as well: the payee has the money twice, " +
      "and both payments were taken from the fund source.",
    remedy: "Request a recall of the second payment, or settle it with the payee.",
  },
  FAILED: {
    meaning: "The bank gave no details.",
    remedy: "Retry with a new transferId, or choose another mode.",
  },
  ANY_OTHER_REASON: {
    meaning: "The bank gave a reason that is not in this list.",
    remedy: "Write to support with the referenceId.",
  },
};
