/** A verification: the request for a holder's name, and its result. */
import type { Outcome } from "./name-match/index.ts";

export type VerificationMethod = "direct" | "async" | "bulk";

/** The subject of the verification. A given name is compared with the bank's. */
export type ToVerify = {
  readonly name: string | null;
  readonly phone: string | null;
  readonly remarks: string | null;
  /** The merchant's own id of the person. */
  readonly userKey: string | null;
} & (
  | { readonly kind: "account"; readonly accountNumber: string; readonly ifsc: string }
  | { readonly kind: "vpa"; readonly vpa: string }
);

/**
 * The reasons for having no answer: banks that do not respond now, or refuse our questions; no information
 * from them; no bank that can verify this; a row without anything to verify.
 */
export type VerificationFailure = "unavailable" | "refused" | "unknown" | "unsupported" | "malformed";

/** The result of a verification. */
export type VerificationResult =
  | {
      readonly status: "found";
      readonly bankId: string;
      readonly nameAtBank: string;
      readonly utr: string;
      readonly depositedPaise: bigint;
    }
  | { readonly status: "not_found"; readonly bankId: string; readonly code: string }
  | { readonly status: "failed"; readonly failure: VerificationFailure; readonly code: string | null };

export interface Verification {
  readonly verificationId: string;
  /** Its public number, unique for the merchant. */
  readonly verificationNo: bigint;
  readonly kind: "account" | "vpa";
  readonly bulkId: string | null;
  readonly rowNo: number | null;
  readonly userKey: string | null;
  readonly givenName: string | null;
  readonly phone: string | null;
  /** Open with `openAccountNumber`. */
  readonly sealedAccount: Buffer | null;
  readonly ifsc: string | null;
  readonly vpa: string | null;
  readonly status: "waiting" | "found" | "not_found" | "failed";
  readonly asked: number;
  readonly bankId: string | null;
  readonly nameAtBank: string | null;
  /** The public score of the outcome, 0 to 100; null without a given name, or if names cannot be compared. */
  readonly score: number | null;
  readonly outcome: Outcome | null;
  readonly code: string | null;
  readonly utr: string | null;
  readonly depositedPaise: bigint | null;
  readonly failure: VerificationFailure | null;
  readonly feePaise: bigint;
  readonly taxPaise: bigint;
  readonly requestedAt: Date;
  readonly finishedAt: Date | null;
}

/** The columns of a verification; the table must be under its own name. */
export const VERIFICATION_COLUMNS = `
  verification.verification_id as "verificationId", verification.verification_no as "verificationNo",
  verification.kind, verification.bulk_id as "bulkId", verification.row_no as "rowNo",
  verification.user_key as "userKey", verification.given_name as "givenName", verification.phone,
  verification.sealed_account as "sealedAccount", verification.ifsc, verification.vpa, verification.status,
  verification.asked, verification.bank_id as "bankId", verification.name_at_bank as "nameAtBank",
  verification.score, verification.outcome, verification.code, verification.utr,
  verification.deposited_paise as "depositedPaise", verification.failure,
  verification.fee_paise as "feePaise", verification.tax_paise as "taxPaise",
  verification.requested_at as "requestedAt", verification.finished_at as "finishedAt"`;
