import { readFundSources, WALLET_ID } from "#fund-sources";
import { type Entry, FEES, LedgerError, postEntries, sourceAccounts, TAX } from "#ledger";
import type { Tx } from "#lib/db";
import { learnAcceptedIfscs } from "./known-ifscs.ts";
import {
  compareNames,
  type Verification,
  VERIFICATION_COLUMNS,
  VerificationError,
  type VerificationResult,
} from "./verification.ts";

// Charges verifications to the wallet when they are requested; refunds them if no bank answers.

type Charged = Pick<Verification, "verificationId" | "feePaise" | "taxPaise">;

/** Charges a set. Throws VerificationError.insufficient_balance, and then nothing is charged. */
export async function chargeVerifications(tx: Tx, set: readonly Charged[]): Promise<void> {
  const entries = await entriesOf(tx, set, "charge");
  try {
    if (entries.length > 0) await postEntries(tx, entries);
  } catch (error) {
    if (!LedgerError.is(error, "insufficient_funds")) throw error;
    throw VerificationError.insufficient_balance();
  }
}

/** Refunds a set of charges; the ledger refuses a second refund. */
async function refundVerifications(tx: Tx, set: readonly Charged[]): Promise<void> {
  const entries = await entriesOf(tx, set, "refund");
  if (entries.length > 0) await postEntries(tx, entries);
}

/** A refund's lines follow the two lines of the charge, of which the second may be missing. */
const FIRST_LINE_OF_REFUND = 3;

async function entriesOf(tx: Tx, set: readonly Charged[], what: "charge" | "refund"): Promise<Entry[]> {
  const priced = set.filter(({ feePaise, taxPaise }) => feePaise + taxPaise > 0n);
  if (priced.length === 0) return [];
  const wallet = (await readFundSources(tx)).find(({ fundSourceId }) => fundSourceId === WALLET_ID);
  if (wallet === undefined) throw VerificationError.insufficient_balance();
  const { available } = sourceAccounts(wallet.sourceNo);
  return priced.map(({ verificationId, feePaise, taxPaise }) => {
    const lines = [
      { debit: available, credit: FEES, amountPaise: feePaise },
      { debit: available, credit: TAX, amountPaise: taxPaise },
    ];
    return what === "charge"
      ? { causeId: verificationId, kind: "verification", lines }
      : {
          causeId: verificationId,
          kind: "verification",
          firstLine: FIRST_LINE_OF_REFUND,
          lines: lines.map(({ debit, credit, amountPaise }) => ({
            debit: credit,
            credit: debit,
            amountPaise,
          })),
        };
  });
}

/** A verification with its result. */
export interface Ended {
  readonly verification: Verification;
  readonly result: VerificationResult;
}

/**
 * Stores the results of verifications, scores names, and refunds the charges of those without an answer. One
 * that has already ended stays as it is. Returns those that ended now.
 */
export async function recordVerifications(tx: Tx, set: readonly Ended[]): Promise<Verification[]> {
  const rows = set.map(rowOf);
  const ended = await tx.query<Verification>(UPDATE, [
    tx.merchantId,
    tx.now,
    ...COLUMNS.map((column) => rows.map((row) => row[column])),
  ]);
  await learnAcceptedIfscs(
    tx,
    ended.flatMap(({ status, ifsc }) => (status === "found" && ifsc !== null ? [ifsc] : [])),
  );
  await refundVerifications(
    tx,
    ended.filter(({ status }) => status === "failed"),
  );
  return ended;
}

function rowOf({ verification, result }: Ended) {
  const { verificationId, givenName } = verification;
  const found = result.status === "found" ? result : null;
  const match = found === null || givenName === null ? null : compareNames(givenName, found.nameAtBank);
  return {
    verificationId,
    status: result.status,
    bankId: "bankId" in result ? result.bankId : null,
    nameAtBank: found?.nameAtBank ?? null,
    score: match?.score ?? null,
    outcome: match?.outcome ?? null,
    code: "code" in result ? result.code : null,
    utr: found?.utr ?? null,
    depositedPaise: found?.depositedPaise ?? null,
    failure: result.status === "failed" ? result.failure : null,
  };
}

const COLUMNS = [
  "verificationId",
  "status",
  "bankId",
  "nameAtBank",
  "score",
  "outcome",
  "code",
  "utr",
  "depositedPaise",
  "failure",
] as const;

const UPDATE = `
  update beneficiaries.verification
  set status = ended.status, due_at = null, finished_at = $2, bank_id = ended.bank_id,
    name_at_bank = ended.name_at_bank, score = ended.score, outcome = ended.outcome, code = ended.code,
    utr = ended.utr, deposited_paise = ended.deposited_paise, failure = ended.failure
  from unnest(
    $3::uuid[], $4::text[], $5::text[], $6::text[], $7::smallint[], $8::text[], $9::text[], $10::text[], $11::bigint[],
    $12::text[]
  ) as ended (
    id, status, bank_id, name_at_bank, score, outcome, code, utr, deposited_paise, failure
  )
  where verification.merchant_id = $1
    and verification.verification_id = ended.id
    and verification.status = 'waiting'
  returning ${VERIFICATION_COLUMNS}`;
