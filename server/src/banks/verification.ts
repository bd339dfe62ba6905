/** Asking a bank who holds an account or UPI ID: the question, and the meaning of the answer. No money moves. */

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
