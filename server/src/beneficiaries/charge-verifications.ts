/** Charges verifications to the wallet when they are requested; refunds them if no bank answers. */
import { readFundSources, WALLET_ID } from "#fund-sources";
import { type Entry, FEES, LedgerError, postEntries, sourceAccounts, TAX } from "#ledger";
import type { Tx } from "#lib/db";
import { VerificationError } from "./verification-errors.ts";
import type { Verification } from "./verification.ts";

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
export async function refundVerifications(tx: Tx, set: readonly Charged[]): Promise<void> {
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
