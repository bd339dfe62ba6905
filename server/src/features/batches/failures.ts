/** The reasons for rejecting a row: a short name that is stored, and the sentence for people. */
import { BeneficiaryError, type BeneficiaryErrorCode } from "#beneficiaries";
import { addSentence, explainCard, explainUnpayable, looksLikeCard } from "#rails";
import { refusalWords, type RefusalCode } from "#transfers";
import type { RowFields } from "./formats.ts";
import { cardColumnOf } from "./read-fields.ts";

/** Faults in a row's content or its place in the batch, in the contract's sentences where it has any. */
const OF_ROWS = {
  transfer_id_missing: "TransferId missing in the request.",
  transfer_id_invalid: "Invalid transferId passed.",
  transfer_id_exists: "Transfer Id already exists.",
  amount_missing: "Amount missing in the request.",
  amount_invalid: "Invalid amount passed.",
  amount_decimals: "Invalid Amount Passed.Only 2 decimal places are allowed.",
  amount_too_small: "Transfer amount is less than minimum amount of Rs. 1.",
  remarks_invalid: "Remarks can have only numbers, alphabets and whitespaces.",
  mode_invalid: "Invalid transfer mode passed in the request.",
  bene_id_missing: "BeneId missing in the request",
  beneficiary_changed: "The beneficiary was removed or added anew after the batch was checked.",
  card_number_given: "A card number cannot be taken: cards are paid by their tokens.",
  card_field_given:
    "{field} is not a column of this format: pay a card by its network token, in a batch of cards.",
  card_type_invalid: "cardType is invalid",
  network_invalid: "Please provide a valid networkType",
  unworkable: "Internal error. Please re-initiate the transfer request",
  batch_rejected: "The batch was rejected.",
} as const;

/** The reasons for which an order is refused; the amounts are in the details. */
const OF_ORDERS: Readonly<Record<RefusalCode, string>> = {
  beneficiary_not_found: "Beneficiary does not exist",
  beneficiary_details_invalid: "Beneficiary details not valid.",
  name_not_writable: "Beneficiary name has no letter that banks can read. Give the name in Latin letters.",
  no_bank_account: "No Bank account or IFSC associated with the beneficiary.",
  no_vpa: "No Payee Virtual Address associated with the beneficiary.",
  mode_not_valid_for_beneficiary: "Mode Not valid for Beneficiary",
  card_token_invalid: "Please provide valid token details",
  mode_not_enabled: "Transfer mode not enabled for the account.",
  amount_below_minimum: "Transfer amount is less than minimum amount of Rs. {min}.",
  amount_above_maximum: "Transfer amount is greater than the maximum amount of Rs.{max}.",
  insufficient_balance: "Not enough available balance in the account.",
  process_on_invalid: "Invalid processOn passed in the request.",
  beneficiary_too_new: "Please wait 30 minutes after adding the beneficiary.",
  beneficiary_not_allowed: "Transfer to this beneficiary not allowed.",
  account_limit_exceeded: "Transfer limit for your account exceeded.",
  beneficiary_limit_exceeded: "Transfer limit for beneficiary exceeded.",
  key_limit_exceeded:
    "Transfer limit for your account exceeded. The API keys can order Rs.{limit} a day; Rs.{left} is left until " +
    "midnight in India.",
  key_draft_without_approver:
    "The API keys can only draft payments, and no member can approve them. Let a member approve payments.",
  key_fund_source_not_allowed:
    "The API keys cannot pay from {fundSourceId}, only from {allowedIds}. Allow it for them in the dashboard.",
  fund_source_not_available: "Specified paymentInstrumentId not available",
  fund_source_not_valid_for_mode: "Specified paymentInstrumentId not valid for this payment mode",
  fund_source_stopped:
    "Payments from this account are paused: a bank statement does not agree with the books. Retry the row when the " +
    "bank is enabled.",
  fund_source_ambiguous: "Multiple PaymentInstruments available for this payment mode",
  invalid_ifsc: "Invalid IFSC code provided for bank account.",
  invalid_account_or_ifsc: "Invalid bank account number or IFSC provided.",
  feature_not_available: "This feature is not available for your account.",
};

export type FieldProblem = keyof typeof OF_ROWS | RefusalCode | BeneficiaryErrorCode;

/** The rejection of a row. */
export interface Failure {
  readonly failure: string;
  readonly because: string;
}

/** The transfer is stored as rejected; the sentence is its reason. */
export const TRANSFER_REJECTED = "transfer_rejected";
/** The contract's word for a transfer without a reason. */
export const NO_REASON = "ANY_OTHER_REASON";

/** Returns the failure with a name, with the amounts or the field filled into its sentence. */
export function failureOf(problem: FieldProblem, details: Readonly<Record<string, unknown>> = {}): Failure {
  const sentences: Readonly<Record<string, string>> = {
    ...BeneficiaryError.texts,
    ...OF_ORDERS,
    ...OF_ROWS,
  };
  // A code that is unlisted or was replaced gets another sentence than one that is malformed.
  const { ifsc } = details;
  const isOfIfsc = problem === "invalid_ifsc" || problem === "ifsc_invalid";
  const says = isOfIfsc && typeof ifsc === "string" ? explainUnpayable(ifsc) : null;
  if (says !== null) return { failure: problem, because: says };
  const words = refusalWords(details);
  const because = sentences[problem]!.replace(/\{(\w+)\}/g, (whole, name: string) => words[name] ?? whole);
  return { failure: problem, because };
}

/** Returns the failure of a single row; if the cause is a card number, the sentence names its column. */
export function failureOfRow(problem: FieldProblem, fields: RowFields): Failure {
  const { failure, because } = failureOf(problem, { ifsc: fields.ifsc });
  const isToken = problem === "card_token_invalid" && looksLikeCard("token", fields.token);
  const found = cardColumnOf(fields) ?? (isToken ? "token" : undefined);
  const column = problem === "card_not_masked" ? undefined : found;
  return { failure, because: addSentence(because, column && explainCard(column)) };
}
