/** What banks told of phone numbers: written once, so that a payment can be explained forever. */
import type { Outcome } from "#beneficiaries";
import type { Tx } from "#lib/db";

export interface Lookup {
  readonly lookupId: string;
  readonly transferKey: string;
  readonly phone: string;
  /** The merchant's id of the listed beneficiary whose number it is; null: it came with the order. */
  readonly beneId: string | null;
  readonly givenName: string | null;
  readonly bankId: string;
  readonly vpa: string;
  readonly nameAtBank: string;
  readonly score: number | null;
  readonly outcome: Outcome | null;
  readonly payable: boolean;
}

/** Keeps a lookup. */
export async function insertLookup(tx: Tx, lookup: Lookup): Promise<void> {
  const {
    lookupId,
    transferKey,
    phone,
    beneId,
    givenName,
    bankId,
    vpa,
    nameAtBank,
    score,
    outcome,
    payable,
  } = lookup;
  await tx.execute(
    `insert into phone.lookup (
       merchant_id, lookup_id, transfer_key, phone, given_name, bank_id, vpa, name_at_bank, score, outcome, payable,
       looked_up_at, bene_id, vpa_index
     )
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      tx.merchantId,
      lookupId,
      transferKey,
      tx.seal(phone),
      givenName,
      bankId,
      tx.seal(vpa),
      nameAtBank,
      score,
      outcome,
      payable,
      tx.now,
      beneId,
      tx.indexOf("vpa", vpa),
    ],
  );
}
