/** What banks told of phone numbers: written once, read again when an order is repeated. */
import type { Outcome } from "#beneficiaries";
import type { Tx } from "#lib/db";
import { readTransfersByOrigin } from "#transfers";

export interface Lookup {
  readonly lookupId: string;
  readonly transferKey: string;
  readonly phone: string;
  readonly givenName: string | null;
  readonly bankId: string;
  readonly vpa: string;
  readonly nameAtBank: string;
  readonly score: number | null;
  readonly outcome: Outcome | null;
  readonly payable: boolean;
}

/** The lookup that led to a transfer under this key for the same number and name; null: there is none. */
export async function findLookup(
  tx: Tx,
  { transferKey, phone, name }: { transferKey: string; phone: string; name: string | null },
): Promise<Lookup | null> {
  const lookups = await tx.query<Lookup>(
    `select lookup_id as "lookupId", transfer_key as "transferKey", phone, given_name as "givenName",
       bank_id as "bankId", vpa, name_at_bank as "nameAtBank", score, outcome, payable
     from phone.lookup
     where merchant_id = $1
       and transfer_key = $2
       and phone = $3
       and given_name is not distinct from $4
       and payable`,
    [tx.merchantId, transferKey, phone, name],
  );
  if (lookups.length === 0) return null;
  const [transfer] = await readTransfersByOrigin(
    tx,
    lookups.map(({ lookupId }) => lookupId),
  );
  return lookups.find(({ lookupId }) => lookupId === transfer?.originId) ?? null;
}

/** Keeps a lookup. */
export async function insertLookup(tx: Tx, lookup: Lookup): Promise<void> {
  const { lookupId, transferKey, phone, givenName, bankId, vpa, nameAtBank, score, outcome, payable } =
    lookup;
  await tx.execute(
    `insert into phone.lookup (
       merchant_id, lookup_id, transfer_key, phone, given_name, bank_id, vpa, name_at_bank, score, outcome, payable,
       looked_up_at
     )
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      tx.merchantId,
      lookupId,
      transferKey,
      phone,
      givenName,
      bankId,
      vpa,
      nameAtBank,
      score,
      outcome,
      payable,
      tx.now,
    ],
  );
}
