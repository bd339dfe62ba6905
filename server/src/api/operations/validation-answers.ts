/** The answers of the validation calls. */
import { type Verification, VerificationError, type VerificationErrorCode } from "#beneficiaries";
import { type Answer, answerFor, type Answers, pending, refuse, refuseIfsc, success } from "./answers.ts";

/** The refusals of a request about a bank account. */
export const accountRefusals = {
  name_invalid: refuse("422", "Please provide a valid name"),
  // The contract gives only limits; these sentences are ours.
  phone_invalid: refuse("422", "Please provide a valid Phone Number"),
  remarks_invalid: refuse("422", "Please provide valid remarks"),
  account_invalid: refuse("422", "Please provide a valid bank account"),
  ifsc_invalid: refuse("422", "Please provide a valid IFSC code"),
  insufficient_balance: refuse("412", "Insufficient balance to process this request"),
} as const satisfies Answers & Partial<Record<VerificationErrorCode, Answer>>;

/** Returns the refusal for a VerificationError about an account with this IFSC; throws other errors. */
export function refuseAccount(error: unknown, answers: Answers, ifsc: string): Answer {
  const answer = answerFor(error, VerificationError, answers);
  return VerificationError.is(error, "ifsc_invalid") ? refuseIfsc(answer, ifsc) : answer;
}

/** The state of a bank account. */
export const accountAnswers = {
  verified: success("Bank Account details verified successfully."),
  not_found: success("Invalid account number or ifsc provided"),
  // For a bank that says "later" and for no bank at all the contract has one sentence under two codes.
  unavailable: refuse("400", "Service temporarily unavailable. Please try again later"),
  unsupported: refuse("520", "Service temporarily unavailable. Please try again later"),
  unknown: refuse("520", "Could not verify bank account details"),
  refused: refuse("520", "Verification attempt failed"),
  breakdown: refuse("520", "Validation attempt failed"),
} as const satisfies Answers;

/** The state of a validation in the background. */
export const statusAnswers = {
  verified: accountAnswers.verified,
  not_found: accountAnswers.not_found,
  // The contract has no sentence for it; this one is ours.
  in_progress: pending("201", "Validation is in progress. Please check status after some time."),
  failed: accountAnswers.unknown,
} as const satisfies Answers;

/** Returns the name of the answer for a finished verification that a caller waited for. */
export function nameOfEnd({ status, failure }: Verification): keyof typeof accountAnswers {
  if (status === "found") return "verified";
  if (status === "not_found") return "not_found";
  return failure === "unavailable" || failure === "unsupported" || failure === "refused"
    ? failure
    : "unknown";
}
