/** What the validation calls say. */
import { type Verification, VerificationError, type VerificationErrorCode } from "#beneficiaries";
import { type Answer, answerFor, type Answers, pending, refuse, refuseIfsc, success } from "./answers.ts";
import { type Fields, readField } from "./fields.ts";

/** What may be wrong with a question about a bank account. */
export const accountRefusals = {
  name_invalid: refuse("422", "Please provide a valid name"),
  // The contract gives limits only; these sentences are ours.
  phone_invalid: refuse("422", "Please provide a valid Phone Number"),
  remarks_invalid: refuse("422", "Please provide valid remarks"),
  account_invalid: refuse("422", "Please provide a valid bank account"),
  ifsc_invalid: refuse("422", "Please provide a valid IFSC code"),
  insufficient_balance: refuse("412", "Insufficient balance to process this request"),
} as const satisfies Answers & Partial<Record<VerificationErrorCode, Answer>>;

/** The no to a question about the account in these fields. Throws what is no VerificationError. */
export function refuseAccount(error: unknown, answers: Answers, fields: Fields): Answer {
  const answer = answerFor(error, VerificationError, answers);
  return VerificationError.is(error, "ifsc_invalid") ? refuseIfsc(answer, readField(fields, "ifsc")) : answer;
}

/** How a bank account stands. */
export const accountAnswers = {
  verified: success("Bank Account details verified successfully."),
  not_found: success("Invalid account number or ifsc provided"),
  // A bank that says "later" and no bank at all: the contract has one sentence under two codes.
  unavailable: refuse("400", "Service temporarily unavailable. Please try again later"),
  unsupported: refuse("520", "Service temporarily unavailable. Please try again later"),
  unknown: refuse("520", "Could not verify bank account details"),
  refused: refuse("520", "Verification attempt failed"),
  breakdown: refuse("520", "Validation attempt failed"),
} as const satisfies Answers;

/** How a question that is asked in the background stands. */
export const statusAnswers = {
  verified: accountAnswers.verified,
  not_found: accountAnswers.not_found,
  // The contract has no word for it; the sentence is ours.
  in_progress: pending("201", "Validation is in progress. Please check status after some time."),
  failed: accountAnswers.unknown,
} as const satisfies Answers;

/** The answer's name for what became of a verification someone waited for. */
export function nameOfEnd({ status, failure }: Verification): keyof typeof accountAnswers {
  if (status === "found") return "verified";
  if (status === "not_found") return "not_found";
  return failure === "unavailable" || failure === "unsupported" || failure === "refused"
    ? failure
    : "unknown";
}
