/** Inserts listed and unlisted payees: a set in one statement, without those that exist. */
import type { Tx } from "#lib/db";
import type { CardNetwork, Details } from "./details.ts";
import { contactColumns } from "./contact-columns.ts";
import type { SealedAccount } from "./seal-account.ts";

export interface PayeeToInsert {
  readonly beneficiaryId: string;
  readonly beneId: string | null;
  readonly fingerprint: Buffer | null;
  readonly details: Details;
  readonly account: SealedAccount | null;
  readonly claimsAccount: boolean;
  readonly purpose: string | null;
  /** The masked card of a listed beneficiary, or what is kept of the token that came with a payee. */
  readonly card: CardToKeep | null;
}

export interface CardToKeep {
  readonly network: CardNetwork | null;
  readonly last4: string;
  /** The blind index of the token, if there is one. */
  readonly index?: Buffer;
}

/** Inserts payees. Returns the beneficiary ids of new ones; the others met an existing one. */
export async function insertPayees(
  tx: Tx,
  payees: readonly PayeeToInsert[],
  by: string,
): Promise<Set<string>> {
  const details = payees.map((payee) => payee.details);
  const rows = await tx.query<{ beneficiary_id: string }>(INSERT, [
    tx.merchantId,
    tx.now,
    by,
    payees.map((payee) => payee.beneficiaryId),
    payees.map((payee) => payee.beneId),
    payees.map((payee) => payee.fingerprint),
    details.map((detail) => detail.name),
    details.map(({ email }) => tx.seal(email)),
    details.map(({ phone }) => tx.seal(phone)),
    details.map(({ address1 }) => tx.seal(address1)),
    details.map(({ address2 }) => tx.seal(address2)),
    details.map(({ city }) => tx.seal(city)),
    details.map(({ state }) => tx.seal(state)),
    details.map(({ pincode }) => tx.seal(pincode)),
    payees.map((payee) => payee.account?.sealed ?? null),
    payees.map((payee) => payee.account?.last4 ?? null),
    payees.map((payee) => payee.account?.index ?? null),
    payees.map((payee) => payee.claimsAccount),
    details.map((detail) => detail.ifsc),
    details.map(({ vpa }) => tx.seal(vpa)),
    payees.map((payee) => payee.card?.last4 ?? null),
    payees.map((payee) => payee.card?.network ?? null),
    payees.map((payee) => payee.purpose),
    payees.map((payee) => payee.card?.index ?? null),
    ...contactColumns(tx, details),
  ]);
  return new Set(rows.map((row) => row.beneficiary_id));
}

const INSERT = `
  insert into beneficiaries.beneficiary (
    merchant_id, added_at, added_by, beneficiary_id, bene_id, fingerprint, name, email, phone, address1,
    address2, city, state, pincode, sealed_account, account_last4, account_index, account_claimed, ifsc, vpa,
    card_last4, card_network, purpose, card_index, vpa_index, phone_index, email_index, vpa_handle, phone_last4
  )
  select $1, $2, $3, given.*
  from unnest(
    $4::uuid[], $5::text[], $6::bytea[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[],
    $12::text[], $13::text[], $14::text[], $15::bytea[], $16::text[], $17::bytea[], $18::boolean[],
    $19::text[], $20::text[], $21::text[], $22::text[], $23::text[], $24::bytea[], $25::bytea[], $26::bytea[],
    $27::bytea[], $28::text[], $29::text[]
  ) as given
  on conflict do nothing
  returning beneficiary_id`;
