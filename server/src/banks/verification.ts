/** Asking a bank under whose name something stands: the question, and what its words mean. No money moves. */

/** What of a payee a bank may know the holder of. */
export type Verifiable = "account" | "vpa" | "phone";

interface Asked {
  /** Ours, new for each question: a bank answers each anew. */
  readonly reference: string;
}

export type VerificationQuestion = Asked &
  (
    | { readonly kind: "account"; readonly accountNumber: string; readonly ifsc: string }
    | { readonly kind: "vpa"; readonly vpa: string }
    /** A phone number's VPA, and its holder. */
    | { readonly kind: "phone"; readonly phone: string }
  );

export type VerificationOutcome =
  | {
      kind: "found";
      /** As the bank writes it. */
      name: string;
      /** The VPA, also for a phone number; null for an account. */
      vpa: string | null;
      utr: string;
      /** What the bank has paid into the account to find out, in paise: with a name lookup nothing. */
      depositedPaise: bigint;
    }
  /** There is no one to name, and the bank is sure. */
  | { kind: "not_found"; code: string; text: string }
  /** The bank does not answer the question now. `refused`: it takes no question of ours. */
  | { kind: "unavailable"; code: string; text: string; refused: boolean; alarm?: string }
  /** Nothing is known. */
  | { kind: "unknown"; detail: string; alarm?: string };
