/** The reasons why claims fail: which are passing failures, and how a refused order is reported. */
import type { RefusalCode } from "#transfers";

/**
 * Failures that are not caused by the payee's details. They do not count as an attempt, and the payee can use
 * the same details again a little later.
 */
const PASSING: ReadonlySet<string> = new Set([
  "INSUFFICIENT_BALANCE",
  "BANK_GATEWAY_ERROR",
  "REINITIALIZE_TRANSFER_LATER",
  "IMPS_MODE_FAIL",
  "RTGS_MODE_FAIL",
  "NPCI_UNAVAILABLE",
  "BENEFICIARY_BANK_OFFLINE",
  "PAYOUT_INACTIVE",
  "FUND_SOURCE_NOT_AVAILABLE",
  "ACCOUNT_LIMIT_EXCEEDED",
  "KEY_LIMIT_EXCEEDED",
  "KEY_FUND_SOURCE_NOT_ALLOWED",
  "KEY_DRAFT_WITHOUT_APPROVER",
  "NAME_NOT_CHECKED",
  "APPROVAL_EXPIRED",
  "FUND_SOURCE_STOPPED",
]);

export function isPassing(reason: string): boolean {
  return PASSING.has(reason);
}

/** The contract's reasons for orders that were refused before there was a transfer. */
const REASONS: Readonly<Partial<Record<RefusalCode, string>>> = {
  beneficiary_details_invalid: "INVALID_BENE_ACCOUNT_OR_IFSC",
  invalid_account_or_ifsc: "INVALID_BENE_ACCOUNT_OR_IFSC",
  invalid_ifsc: "INVALID_IFSC_FAIL",
  mode_not_enabled: "DISABLED_MODE",
  mode_not_valid_for_beneficiary: "BENEFICIARY_INVALID_MODE",
  fund_source_not_valid_for_mode: "DISABLED_MODE",
  amount_below_minimum: "INVALID_TRANSFER_AMOUNT",
  amount_above_maximum: "INVALID_TRANSFER_AMOUNT",
  insufficient_balance: "INSUFFICIENT_BALANCE",
  beneficiary_not_allowed: "BENEFICIARY_BLACKLISTED",
  feature_not_available: "PAYOUT_INACTIVE",
};

/** Returns the reason for a refused order; our own code in capitals if the contract has none. */
export function reasonOfRefusal(code: RefusalCode): string {
  return REASONS[code] ?? code.toUpperCase();
}
