import { defineErrors } from "#lib/errors";

export const TransferError = defineErrors("transfers", {
  not_found: "The transfer does not exist.",
  bank_not_connected: "The merchant has no connection to that bank, or the bank sends no callbacks.",
  callback_unconfirmed:
    "The service does not confirm what the callback says, or cannot be asked now. Send it again later.",
  not_cancellable: "The transfer was sent to a bank or has ended; it cannot be cancelled.",
  queuing_time_invalid: "The queuing time is 1 hour to 10 days.",
  selection_changed: "What was chosen has changed since. Look at it again.",
  selection_too_large: "So many transfers cannot be cancelled at once.",
  too_many_of_member:
    "The member has ended as many orders and links of others in seven days as one member may.",
  not_in_review: "The transfer is not in review.",
});

/** The reasons for which an order is refused. Each API translates them into its own codes and sentences. */
export type RefusalCode =
  | "beneficiary_not_found"
  | "beneficiary_details_invalid"
  | "name_not_writable"
  | "no_bank_account"
  | "no_vpa"
  | "mode_not_valid_for_beneficiary"
  | "card_token_invalid"
  | "mode_not_enabled"
  | "amount_below_minimum"
  | "amount_above_maximum"
  | "insufficient_balance"
  | "process_on_invalid"
  | "beneficiary_too_new"
  | "beneficiary_not_allowed"
  | "account_limit_exceeded"
  | "beneficiary_limit_exceeded"
  | "fund_source_not_available"
  | "fund_source_not_valid_for_mode"
  | "fund_source_stopped"
  | "fund_source_ambiguous"
  | "key_draft_without_approver"
  | "key_fund_source_not_allowed"
  | "key_limit_exceeded"
  | "invalid_ifsc"
  | "invalid_account_or_ifsc"
  | "feature_not_available";
