/** The reasons for which an order with valid fields is not accepted. */
import type { RefusalCode } from "#transfers";
import { payeeRefusals } from "./read-payee.ts";
import { termsRefusals } from "./order-fields.ts";
import { callerRefusals, invalid, type V2Refusal, type V2Refusals } from "./refusals.ts";

export const placingRefusals = {
  payouts_disabled: invalid("payouts_not_enabled", "Payouts are not enabled for the account", 403),
  transfer_id_exists: invalid(
    "transfer_id_already_exists",
    "transfer_id already exists. please pass unique id in each request",
    409,
  ),
} as const satisfies V2Refusals;

/** Refusals of details beside a `beneficiary_id` that differ from those of the listed beneficiary. */
export const matchRefusals = {
  accountNumber: invalid(
    payeeRefusals.account_invalid.code,
    "Bank account number passed in the request does not match with the beneficiary with beneficiary_id :: {value}",
  ),
  ifsc: invalid(
    payeeRefusals.ifsc_invalid.code,
    "Bank ifsc passed in the request does not match with the beneficiary with beneficiary_id :: {value}",
  ),
  vpa: invalid(
    payeeRefusals.vpa_invalid.code,
    "Vpa passed in the request does not match with the beneficiary with beneficiary_id :: {value}",
  ),
  phone: invalid(
    "beneficiary_details.beneficiary_contact_details.beneficiary_phone_invalid",
    "Phone passed in the request does not match with the beneficiary with beneficiary_id :: {value}",
  ),
} as const satisfies V2Refusals;

const notEnabled = payeeRefusals.card_not_enabled;
const accountInvalid = payeeRefusals.account_invalid;

/** The refusals of the engine. */
export const engineRefusals = {
  beneficiary_not_found: invalid("beneficiary_not_found", "Beneficiary does not exist", 404),
  beneficiary_details_invalid: payeeRefusals.details_invalid,
  name_not_writable: invalid(
    "beneficiary_details.beneficiary_name_invalid",
    "beneficiary_name has no letter that banks can read: give it in Latin letters",
  ),
  no_bank_account: invalid(
    payeeRefusals.account_missing.code,
    "No bank account and ifsc are associated with the beneficiary",
  ),
  no_vpa: invalid(payeeRefusals.vpa_missing.code, "No vpa is associated with the beneficiary"),
  mode_not_valid_for_beneficiary: invalid(
    "transfer_mode_not_valid_for_beneficiary",
    "transfer_mode is not valid for the beneficiary",
  ),
  card_token_invalid: payeeRefusals.card_token_invalid,
  mode_not_enabled: notEnabled,
  amount_below_minimum: invalid("transfer_amount_invalid", "transfer_amount should not be less than {min}"),
  amount_above_maximum: invalid("transfer_amount_invalid", "transfer_amount should not be more than {max}"),
  insufficient_balance: invalid("insufficient_balance", "Not enough available balance in the account"),
  beneficiary_too_new: invalid(
    "beneficiary_too_new",
    "Please wait after adding the beneficiary: it may not be paid yet",
  ),
  beneficiary_not_allowed: invalid(
    "beneficiary_not_allowed",
    "Transfer to this beneficiary is not allowed",
    403,
  ),
  account_limit_exceeded: invalid("account_limit_exceeded", "Transfer limit for your account exceeded"),
  beneficiary_limit_exceeded: invalid(
    "beneficiary_limit_exceeded",
    "Transfer limit for the beneficiary exceeded",
  ),
  key_limit_exceeded: invalid(
    "api_keys_limit_exceeded",
    "Transfer limit for your account exceeded: the API keys can order {limit} a day, and {left} is left until " +
      "midnight in India",
  ),
  key_draft_without_approver: invalid(
    "api_keys_draft_without_approver",
    "The API keys can only draft payments, and no member can approve them: let a member approve payments",
    403,
  ),
  key_fund_source_not_allowed: invalid(
    "fundsource_id_not_allowed",
    "The API keys cannot pay from {fundSourceId}, only from {allowedIds}: allow it for them in the dashboard",
    403,
  ),
  fund_source_not_available: termsRefusals.fundsource_invalid,
  fund_source_not_valid_for_mode: invalid(
    "fundsource_id_invalid",
    "fundsource_id is not valid for this transfer_mode",
  ),
  fund_source_stopped: invalid(
    "fundsource_paused",
    "Payments from this account are paused: a bank statement does not agree with the books. The transfer was not " +
      "taken; request it again when the bank is enabled",
    403,
  ),
  fund_source_ambiguous: invalid(
    "fundsource_id_missing",
    "fundsource_id is missing in the request: several can pay in this transfer_mode",
  ),
  invalid_ifsc: payeeRefusals.ifsc_invalid,
  invalid_account_or_ifsc: accountInvalid,
  feature_not_available: invalid("feature_not_available", "This is not available for your account", 403),
  // v2 orders cannot be scheduled.
  process_on_invalid: callerRefusals.broken,
} as const satisfies Record<RefusalCode, V2Refusal>;

/** The refusals that callers get; others are stored with the transfer as the reason of its rejection. */
export const untakenRefusals: readonly V2Refusal[] = [
  engineRefusals.beneficiary_not_found,
  engineRefusals.beneficiary_details_invalid,
  engineRefusals.name_not_writable,
  engineRefusals.no_bank_account,
  engineRefusals.no_vpa,
  engineRefusals.mode_not_valid_for_beneficiary,
  engineRefusals.mode_not_enabled,
  engineRefusals.amount_below_minimum,
  engineRefusals.amount_above_maximum,
  engineRefusals.beneficiary_too_new,
  engineRefusals.beneficiary_not_allowed,
  engineRefusals.key_limit_exceeded,
  engineRefusals.key_draft_without_approver,
  engineRefusals.key_fund_source_not_allowed,
  engineRefusals.fund_source_not_available,
  engineRefusals.fund_source_not_valid_for_mode,
  engineRefusals.fund_source_stopped,
  engineRefusals.fund_source_ambiguous,
  engineRefusals.invalid_ifsc,
  engineRefusals.invalid_account_or_ifsc,
];
