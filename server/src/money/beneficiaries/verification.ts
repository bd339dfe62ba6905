/** A verification: the request for a holder's name, its fields as they are checked, and its result. */
import { matchNames, type MatchOutcome, type NameMatch } from "@vitaran/name-match";
import type { Tx } from "#lib/db";
import { defineErrors } from "#lib/errors";
import { indicToLatin, withoutMarks } from "#lib/to-latin";
import {
  containsCardNumber,
  isCardNumberAsId,
  isIfsc,
  isInlineAccountNumber,
  isRemarks,
  isVpaToKeep,
  judgeIfsc,
} from "#rails";
import { isNameToKeep, isPhone } from "./fields.ts";

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
 * The reasons why there is no answer: the banks do not respond now, they refuse our questions, they have no
 * information, no bank can verify this, or the row contains nothing to verify.
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
  readonly outcome: MatchOutcome | null;
  readonly code: string | null;
  readonly utr: string | null;
  readonly depositedPaise: bigint | null;
  readonly failure: VerificationFailure | null;
  readonly feePaise: bigint;
  readonly taxPaise: bigint;
  readonly requestedAt: Date;
  readonly finishedAt: Date | null;
}

/** The columns of a verification. The query must not give the table an alias. */
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

// Errors of verification requests. Sentences of the classic contract are its literal texts.

export const VerificationError = defineErrors("beneficiaries", {
  name_invalid: "Please provide a valid name",
  phone_invalid: "Please provide a valid Phone Number",
  account_invalid: "Please provide a valid Bank Account",
  ifsc_invalid: "Please provide a valid IFSC code",
  vpa_invalid: "Please provide a valid Virtual Payee Address",
  remarks_invalid: "Please provide valid remarks",
  user_key_invalid: "Please provide a valid userId",
  bulk_key_exists: "Bulk Validation Id already exists",
  too_many: "Too many verifications at once",
  insufficient_balance: "Insufficient balance to process this request",
});

export type VerificationErrorCode = keyof typeof VerificationError.texts;

/** Reads a verification by its number or the newest by the merchant's id of its subject; null if none. */
export async function readVerification(
  tx: Tx,
  by: { verificationNo: bigint } | { userKey: string },
): Promise<Verification | null> {
  const [column, value] =
    "verificationNo" in by ? ["verification_no", by.verificationNo] : ["user_key", by.userKey];
  const [row] = await tx.query<Verification>(
    `select ${VERIFICATION_COLUMNS}
     from beneficiaries.verification
     where merchant_id = $1
       and ${column} = $2
     order by verification_no desc
     limit 1`,
    [tx.merchantId, value],
  );
  return row ?? null;
}

interface BulkVerification {
  readonly bulkKey: string;
  /** In the order of the request. */
  readonly rows: readonly Verification[];
}

/** Reads a bulk of verifications by the merchant's id, or the newest one; null if there is none. */
export async function readBulkVerification(tx: Tx, bulkKey: string | null): Promise<BulkVerification | null> {
  const [bulk] = await tx.query<{ bulk_id: string; bulk_key: string }>(
    `select bulk_id, bulk_key
     from beneficiaries.bulk_verification
     where merchant_id = $1
       and ($2::text is null or bulk_key = $2)
     order by requested_at desc, bulk_id desc
     limit 1`,
    [tx.merchantId, bulkKey],
  );
  if (bulk === undefined) return null;
  const rows = await tx.query<Verification>(
    `select ${VERIFICATION_COLUMNS}
     from beneficiaries.verification
     where merchant_id = $1
       and bulk_id = $2
     order by row_no`,
    [tx.merchantId, bulk.bulk_id],
  );
  return { bulkKey: bulk.bulk_key, rows };
}

const REMARKS_LENGTH_MAX = 25;

/** Returns the first fault in the subject of a verification, or null. Pure. */
export function checkToVerify(subject: ToVerify): VerificationErrorCode | null {
  const { name, phone, remarks, userKey } = subject;
  if (name !== null && !isNameToKeep(name)) return "name_invalid";
  if (phone !== null && !isPhone(phone)) return "phone_invalid";
  if (subject.kind === "vpa" && !isVpaToKeep(subject.vpa)) return "vpa_invalid";
  if (subject.kind === "account") {
    if (!isInlineAccountNumber(subject.accountNumber)) return "account_invalid";
    if (!mayBeAsked(subject.ifsc)) return "ifsc_invalid";
  }
  if (remarks !== null && !isRemarksToKeep(remarks)) return "remarks_invalid";
  if (userKey === null) return null;
  return /^\w{1,40}$/.test(userKey) && !isCardNumberAsId(userKey) ? null : "user_key_invalid";
}

/** A bank knows its new branches before any list does, so codes of known banks may be asked about. */
function mayBeAsked(ifsc: string): boolean {
  if (!isIfsc(ifsc)) return false;
  const problem = judgeIfsc(ifsc);
  return problem === null || (problem.kind === "unlisted" && problem.isBankKnown);
}

const isRemarksToKeep = (remarks: string): boolean =>
  remarks.length <= REMARKS_LENGTH_MAX && isRemarks(remarks) && !containsCardNumber(remarks);

const TAMIL = /[\u0b80-\u0bff]/;

/**
 * Compares two names, each in Latin letters or in one of the Indian scripts that can be read. Pure. Null:
 * they cannot be compared, because one has letters of another script or no letters. That says nothing about
 * the payee, and a person has to look. The same text is a match in every script.
 */
export function compareNames(given: string, atBank: string): NameMatch | null {
  const [one, other] = [given, atBank].map((name) => withoutMarks(indicToLatin(name))) as [string, string];
  if (isReadable(one) && isReadable(other)) {
    return matchNames(one, other, TAMIL.test(given) || TAMIL.test(atBank));
  }
  const same = matchNames(given, atBank);
  return same.outcome === "direct_match" && /\p{L}/u.test(given) ? same : null;
}

/** Returns true if the name has letters, all of them Latin. */
const isReadable = (name: string): boolean => /[a-z]/i.test(name) && !/[^\P{L}a-z]/iu.test(name);
