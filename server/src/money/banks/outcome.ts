/**
 * The meaning of a bank's words, about a payment or about the holder of an account. Outcomes are values: nothing
 * that a bank or the network does is an exception.
 */
import type { Evidence, FailureReason } from "#rails";

export type Outcome =
  /** The payment was made. `credited`: the beneficiary's bank has confirmed it (acknowledged 1). */
  | { kind: "succeeded"; code: string; text: string; utr: string; credited: boolean }
  /** The bank has the payment. `deemed`: debited and settled by the scheme, but the credit is not confirmed. */
  | { kind: "pending"; code: string; text: string; deemed: boolean }
  /** Not paid, and it never will be under this reference. `otherBank`: another bank of ours may succeed. */
  | {
      kind: "failed";
      code: string;
      text: string;
      reason: FailureReason;
      otherBank: boolean;
      /** The bank did not take the request. That proves nothing once the reference may have been sent again. */
      ofRequest?: boolean;
      alarm?: string;
    }
  /** The money came back. */
  | { kind: "returned"; code: string; text: string; utr: string; reason: FailureReason }
  /** The bank does not know the reference, which proves nothing. Enquiries only. */
  | { kind: "not_found" }
  /** Nothing is known. With an `alarm`, a person must also look, because the bank contradicts us or itself. */
  | { kind: "unknown"; detail: string; alarm?: string }
  /** Provably not one byte of the request left. Only for payments: for an enquiry it would mean nothing. */
  | { kind: "not_sent"; detail: string };

/** The evidence class of an outcome; only this may move money. */
export function evidenceOf(outcome: Outcome): Evidence {
  switch (outcome.kind) {
    case "succeeded":
      return "POS";
    case "pending":
      return outcome.deemed ? "DEEMED" : "UNK";
    case "failed":
      return "NEG";
    case "returned":
      return "RET";
    case "not_found":
    case "unknown":
      return "UNK";
    case "not_sent":
      return "NOSEND";
    default: {
      const never: never = outcome;
      throw new Error(`unknown outcome ${JSON.stringify(never)}`);
    }
  }
}

/** The kinds of payee whose holder a bank may know. */
export type Verifiable = "account" | "vpa" | "phone";

interface Asked {
  /** Our ID, new for each question, so that a bank answers each one afresh. */
  readonly reference: string;
}

export type VerificationQuestion = Asked &
  (
    | { readonly kind: "account"; readonly accountNumber: string; readonly ifsc: string }
    | { readonly kind: "vpa"; readonly vpa: string }
    /** Asks for a phone number's VPA, and its holder. */
    | { readonly kind: "phone"; readonly phone: string }
  );

export type VerificationOutcome =
  | {
      kind: "found";
      /** The name as the bank writes it. */
      name: string;
      /** The VPA, also if a phone number was asked for; null for an account. */
      vpa: string | null;
      utr: string;
      /** The amount in paise that the bank paid into the account to find the name; 0 for a name lookup. */
      depositedPaise: bigint;
    }
  /** There is no holder, and the bank is certain. */
  | { kind: "not_found"; code: string; text: string }
  /** The bank cannot answer now. `refused`: it does not accept questions from us. */
  | { kind: "unavailable"; code: string; text: string; refused: boolean; alarm?: string }
  /** Nothing is known. */
  | { kind: "unknown"; detail: string; alarm?: string };
