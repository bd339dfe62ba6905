/** The fields and answers that the validation calls share. */
import {
  openAccountNumber,
  type ToVerify,
  type Verification,
  VerificationError,
  type VerificationErrorCode,
} from "#beneficiaries";
import { ifAny, missingAs, optional, type ShownField } from "#http";
import type { Context } from "#lib/context";
import { formatRupees } from "#lib/money";
import {
  type Answer,
  answerFor,
  type Answers,
  pending,
  refuse,
  refuseIfsc,
  success,
  text,
} from "./answers.ts";
import { anyAccountRule, payeeFields, phoneRule } from "./beneficiaries.ts";
import { anyRemarks, orElse, searchedText } from "./classic-rules.ts";
import type { JsonSchema } from "./operation.ts";

/** In a bulk, a longer text is not stored, not even cut: its half might be half of a card number. */
export const KEPT_LENGTH_MAX = 120;

// A verification judges its fields in an order of its own. So a field that is not text becomes one that it refuses.
export const accountFields = {
  bankAccount: missingAs(orElse(anyAccountRule, ""), ""),
  ifsc: missingAs(orElse(payeeFields.ifsc, ""), ""),
} as const;
export const holderRules = {
  name: searchedText({ max: 100, description: "Compared with the name at the bank." }),
  phone: orElse(phoneRule(), ""),
  remarks: orElse(anyRemarks({ max: 25 }), "%"),
} as const;
export const holderFields = {
  name: optional(holderRules.name),
  phone: optional(holderRules.phone),
  remarks: optional(holderRules.remarks),
} as const;

interface AccountInput {
  readonly bankAccount: string;
  readonly ifsc: string;
  readonly name?: string | undefined;
  readonly phone?: string | undefined;
  readonly remarks?: string | undefined;
  readonly userId?: string | undefined;
}

/** Returns the bank account of a request as the subject of a verification. */
export function accountToVerify({ bankAccount, ifsc, ...holder }: AccountInput): ToVerify {
  return {
    kind: "account",
    accountNumber: bankAccount.trim().toUpperCase(),
    ifsc: ifsc.trim().toUpperCase(),
    name: holder.name ?? null,
    phone: holder.phone ?? null,
    remarks: holder.remarks ?? null,
    userKey: holder.userId ?? null,
  };
}

const RESULTS: Readonly<Record<string, string>> = {
  direct_match: "DIRECT_MATCH",
  good_partial_match: "GOOD_PARTIAL_MATCH",
  moderate_match: "MODERATE_PARTIAL_MATCH",
  poor_match: "POOR_PARTIAL_MATCH",
  no_match: "NO_MATCH",
};

/** Makes the fields that say how well two names agree, where they were compared. */
export const matchFields = <From>(
  matchOf: (from: From) => Pick<Verification, "score" | "outcome"> | null,
): Readonly<Record<"nameMatchScore" | "nameMatchResult", ShownField<From>>> => ({
  nameMatchScore: ifAny(
    {
      type: "integer",
      enum: [100, 85, 61, 55, 14],
      description:
        "How well the names match; absent if you gave no name, or one that cannot be compared: then compare " +
        "nameAtBank.",
    },
    (from) => matchOf(from)?.score ?? undefined,
  ),
  nameMatchResult: ifAny(
    { type: "string", enum: Object.values(RESULTS) },
    (from) => RESULTS[matchOf(from)?.outcome ?? ""],
  ),
});

export const existsSchema = { type: "string", enum: ["YES", "NO"] } as const satisfies JsonSchema;

/** Returns undefined until it is known whether the account or the UPI ID exists. */
export function existsOf({ status }: Verification): "YES" | "NO" | undefined {
  if (status === "found") return "YES";
  return status === "not_found" ? "NO" : undefined;
}

/** Makes a field that is absent unless the account or the UPI ID was found. */
export const ifFound = (
  write: (found: Verification) => string,
  schema: JsonSchema = {},
): ShownField<Verification> =>
  ifAny({ ...text, ...schema }, (verification) =>
    verification.status === "found" ? write(verification) : undefined,
  );

/** Returns the bank's reference, but never an empty text, since some clients read a number. */
export const utrOf = ({ utr }: Verification): string | undefined =>
  utr === null || utr === "" ? undefined : utr;

/** Returns the deposit of a verification as clients know it: "0" with a name lookup. */
export const writeDeposit = ({ depositedPaise }: Verification): string =>
  depositedPaise === null || depositedPaise === 0n ? "0" : formatRupees(depositedPaise);

/** A verification with its account number in clear. */
export interface OpenVerification extends Verification {
  readonly bankAccount: string;
}

/** Opens the account number of a verification, for the merchant that gave it. */
export function openVerification(
  ctx: Context,
  merchantId: string,
  verification: Verification,
): OpenVerification {
  const { sealedAccount } = verification;
  const bankAccount = sealedAccount === null ? "" : openAccountNumber(ctx, merchantId, sealedAccount);
  return { ...verification, bankAccount };
}

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

/** The answers to the verification of a bank account. */
export const accountAnswers = {
  verified: success("Bank Account details verified successfully."),
  not_found: success("Invalid account number or ifsc provided"),
  // The contract has the same sentence under two codes: for a bank that responds "later", and for no bank at all.
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
