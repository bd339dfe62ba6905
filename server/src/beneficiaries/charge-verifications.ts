/** What verifications cost: charged to the wallet when they are asked for, given back when no one answers. */
import { readFundSources, WALLET_ID } from "#fund-sources";
import { type Entry, FEES, LedgerError, postEntries, sourceAccounts, TAX } from "#ledger";
import type { Tx } from "#lib/db";
import { VerificationError } from "./verification-errors.ts";
import type { Verification } from "./verification.ts";

type Charged = Pick<Verification, "verificationId" | "feePaise" | "taxPaise">;

/** Charges a set. Throws VerificationError.insufficient_balance: then nothing is charged. */
export async function chargeVerifications(tx: Tx, set: readonly Charged[]): Promise<void> {
  const entries = await entriesOf(tx, set, "charge");
  try {
    if (entries.length > 0) await postEntries(tx, entries);
  } catch (error) {
    if (!LedgerError.is(error, "insufficient_funds")) throw error;
    throw VerificationError.insufficient_balance();
  }
}

/** Gives a set of charges back; each only once, or the ledger refuses. */
export async function refundVerifications(tx: Tx, set: readonly Charged[]): Promise<void> {
  const entries = await entriesOf(tx, set, "refund");
  if (entries.length > 0) await postEntries(tx, entries);
}

/** A refund's lines stand after the two of the charge, of which the second may be missing. */
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
