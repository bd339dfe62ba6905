/** The answers of the transfer calls by version. v1.2 differs by its codes and has fund sources. */
import type { RefusalCode } from "#transfers";
import {
  type Answer,
  type Answers,
  defineAnswer,
  keySourceAnswer,
  pending,
  refuse,
  success,
} from "./answers.ts";
import type { Version } from "./operation.ts";

/** The state of a transfer, for a caller that waited for it. */
export const outcomeAnswers = {
  completed: success("Transfer completed successfully"),
  awaiting_confirmation: pending("201", "Awaiting confirmation from beneficiary bank"),
  pending_at_bank: pending("201", "Transfer request pending at the bank"),
  scheduled: pending("201", "Transfer Scheduled for next working day"),
  // The contract has no sentence for these two; the sentences are ours, the code is its code for "not final".
  awaiting_approval: pending("201", "Transfer request is waiting for approval"),
  queued: pending("201", "Transfer request is queued for balance"),
  received: pending("202", "Request received. Please check status after some time."),
} as const satisfies Answers;

/** The state of a transfer, for a caller that does not wait. */
export const acceptanceAnswers = {
  initiated: defineAnswer("ACCEPTED", "201", "Transfer Initiated"),
  scheduled: outcomeAnswers.scheduled,
  received: outcomeAnswers.received,
} as const satisfies Answers;

const v1 = {
  // Missing or malformed fields, in the order in which they are checked.
  bene_id_missing: refuse("412", "BeneId missing in the request"),
  amount_missing: refuse("412", "Amount missing in the request."),
  transfer_id_missing: refuse("412", "TransferId missing in the request."),
  // An id whose form is impossible belongs to no beneficiary.
  bene_id_invalid: refuse("404", "Beneficiary does not exist"),
  amount_invalid: refuse("422", "Invalid amount passed."),
  amount_decimals: refuse("422", "Invalid Amount Passed.Only 2 decimal places are allowed."),
  amount_too_small: refuse("400", "Transfer amount is less than minimum amount of Rs. 1."),
  transfer_id_invalid: refuse("422", "Invalid transferId passed."),
  transfer_id_characters: refuse("422", "Invalid transferId passed."),
  mode_invalid: refuse("412", "Invalid transfer mode passed in the request."),
  remarks_invalid: refuse("422", "Remarks can have only numbers, alphabets and whitespaces."),
  tag_invalid: refuse("412", "Invalid Tag passed in the request."),
  // v1 cannot schedule a transfer.
  process_on_invalid: refuse("403", "This feature is not available for your account."),
  // v1 has no priority either.
  priority_invalid: refuse("403", "This feature is not available for your account."),
  mode_not_available: refuse("403", "Transfer mode is not available for your account."),
  feature_not_available: refuse("403", "This feature is not available for your account."),

  // The reasons for which an order was not accepted.
  transfer_id_exists: refuse("409", "Transfer Id already exists."),
  beneficiary_not_found: refuse("404", "Beneficiary does not exist"),
  beneficiary_details_invalid: refuse("422", "Beneficiary details not valid."),
  name_not_writable: refuse(
    "422",
    "Beneficiary name has no letter that banks can read. Give the name in Latin letters.",
  ),
  no_bank_account: refuse("422", "No Bank account or IFSC associated with the beneficiary."),
  no_vpa: refuse("422", "No Payee Virtual Address associated with the beneficiary."),
  invalid_ifsc: refuse("422", "Invalid IFSC code provided for bank account."),
  invalid_account_or_ifsc: refuse("422", "Invalid bank account number or IFSC provided."),
  mode_not_valid_for_beneficiary: refuse("422", "Beneficiary details not valid."),
  card_token_invalid: refuse("422", "Please provide valid token details"),
  mode_not_enabled: refuse("412", "Transfer mode not enabled for the account."),
  amount_below_minimum: refuse("400", "Transfer amount is less than minimum amount of Rs. {min}."),
  amount_above_maximum: refuse("400", "Transfer amount is greater than the maximum amount of Rs.{max}."),
  insufficient_balance: refuse("412", "Not enough available balance in the account."),
  beneficiary_too_new: refuse("412", "Please wait 30 minutes after adding the beneficiary."),
  beneficiary_not_allowed: refuse("403", "Transfer to this beneficiary not allowed."),
  account_limit_exceeded: refuse("412", "Transfer limit for your account exceeded."),
  beneficiary_limit_exceeded: refuse("412", "Transfer limit for beneficiary exceeded."),
  // The first sentence is the contract's; the second is ours, and so is the one about the keys' fund sources.
  key_limit_exceeded: refuse(
    "412",
    "Transfer limit for your account exceeded. The API keys can order Rs.{limit} a day; Rs.{left} is left until " +
      "midnight in India.",
  ),
  key_draft_without_approver: refuse(
    "412",
    "The API keys can only draft payments, and no member can approve them. Let a member approve payments.",
  ),
  key_fund_source_not_allowed: refuse("412", keySourceAnswer.message),
  // Our sentence: the contract has no stopped fund sources.
  fund_source_stopped: refuse(
    "403",
    "Payments from this account are paused: a bank statement does not agree with the books. The transfer was not " +
      "taken. Request it again when the bank is enabled.",
  ),
  // v1 cannot name a fund source: if none fits, the merchant lacks the mode.
  fund_source_not_available: refuse("403", "Transfer mode is not available for your account."),
  fund_source_not_valid_for_mode: refuse("403", "Transfer mode is not available for your account."),
  fund_source_ambiguous: refuse("403", "Transfer mode is not available for your account."),

  // Refusals of the bank.
  attempt_failed: refuse("520", "Transfer attempt failed at the bank."),
  paytm_failed: refuse("422", "Transfer request to paytm wallet failed."),

  // Our own failures, with nothing stored.
  internal_error: refuse("409", "Internal error. Please re-initiate the transfer request"),
} as const satisfies Answers & Record<RefusalCode, Answer>;

/** The names of all reasons that end an order without a payment. */
export type ClassicRefusal = keyof typeof v1;
export type ClassicRefusals = Readonly<Record<ClassicRefusal, Answer>>;

const v12: ClassicRefusals = {
  ...v1,
  bene_id_missing: refuse("400", v1.bene_id_missing.message),
  bene_id_invalid: refuse("422", "Please provide a valid beneId"),
  amount_too_small: refuse("422", "amount should be at least 1.0"),
  transfer_id_invalid: refuse("422", "Please provide a valid transferId"),
  transfer_id_characters: refuse(
    "422",
    "transferId can contain only alphabets, numbers, hyphen and underscore",
  ),
  transfer_id_exists: refuse("400", v1.transfer_id_exists.message),
  process_on_invalid: refuse("422", "Please provide a valid processOn"),
  priority_invalid: refuse("422", "Please provide a valid priority"),
  mode_not_valid_for_beneficiary: refuse("400", "Mode Not valid for Beneficiary"),
  mode_not_enabled: refuse("400", v1.mode_not_enabled.message),
  insufficient_balance: refuse("400", v1.insufficient_balance.message),
  beneficiary_too_new: refuse("400", v1.beneficiary_too_new.message),
  beneficiary_not_allowed: refuse("400", v1.beneficiary_not_allowed.message),
  account_limit_exceeded: refuse("400", v1.account_limit_exceeded.message),
  beneficiary_limit_exceeded: refuse("400", v1.beneficiary_limit_exceeded.message),
  key_limit_exceeded: refuse("400", v1.key_limit_exceeded.message),
  key_draft_without_approver: refuse("400", v1.key_draft_without_approver.message),
  key_fund_source_not_allowed: refuse("400", v1.key_fund_source_not_allowed.message),
  fund_source_stopped: refuse("400", v1.fund_source_stopped.message),
  fund_source_not_available: refuse("400", "Specified paymentInstrumentId not available"),
  fund_source_not_valid_for_mode: refuse(
    "400",
    "Specified paymentInstrumentId not valid for this payment mode",
  ),
  fund_source_ambiguous: refuse("400", "Multiple PaymentInstruments available for this payment mode"),
  attempt_failed: refuse("400", v1.attempt_failed.message),
  paytm_failed: refuse("400", v1.paytm_failed.message),
};

/** The refusals of requestTransfer and requestAsyncTransfer. */
export const requestRefusals: Readonly<Record<Version, ClassicRefusals>> = {
  v1,
  "v1.1": v1,
  "v1.2": v12,
  "v1.3": v12,
};

/** The refusals of requestTransfer: it takes no card token. */
export const requestAnswers = (version: Version): Answers =>
  without(requestRefusals[version], ["card_token_invalid"]);

/** The refusals of requestAsyncTransfer: it does not wait for what only the bank knows. */
export const acceptanceRefusals = (version: Version): Answers =>
  without(requestRefusals[version], [
    "attempt_failed",
    "paytm_failed",
    "invalid_account_or_ifsc",
    "card_token_invalid",
  ]);

/** The refusals of directTransfer: it names no beneficiary that would have to exist. */
export const directAnswers = (version: Version): Answers =>
  without(directRefusals[version], [
    "bene_id_missing",
    "bene_id_invalid",
    "beneficiary_not_found",
    "beneficiary_too_new",
    "card_token_invalid",
  ]);

function without(refusals: ClassicRefusals, never: readonly ClassicRefusal[]): Answers {
  return Object.fromEntries(
    Object.entries(refusals).filter(([name]) => !never.some((word) => word === name)),
  );
}

/** Adapts the refusals for directTransfer, which answers a known transferId with 400 in both versions. */
const direct = (refusals: ClassicRefusals): ClassicRefusals => ({
  ...refusals,
  transfer_id_exists: v12.transfer_id_exists,
});
export const directRefusals: Readonly<Record<Version, ClassicRefusals>> = {
  v1: direct(v1),
  "v1.1": direct(v1),
  "v1.2": direct(v12),
  "v1.3": direct(v12),
};

/** Refusals of a payment to a phone number before there is an order: nothing is stored, the id stays free. */
export const phoneAnswers = {
  phone_not_linked: refuse("400", "Phone number invalid or not linked to a VPA."),
  // The contract lists the outcomes that are not paid; the sentence is ours.
  phone_name_differs: refuse("400", "Beneficiary name does not agree with the name at the bank: {outcome}."),
  phone_name_not_comparable: refuse(
    "400",
    "Beneficiary name cannot be compared with the name at the bank. Give the name in Latin letters.",
  ),
} as const satisfies Answers;

/** The answer to an Idempotency-Key whose transferId belongs to a different order. */
export const repeatAnswers = { transfer_id_differs: v1.transfer_id_exists } as const satisfies Answers;

/** The answer to a direct transfer without a payee. */
export const beneDetailsMissing = defineAnswer(
  "FAILED",
  "422",
  "Beneficiary details are missing in the request",
);

/** The answer to an order that was never examined. */
export const notBegun = v1.internal_error;
