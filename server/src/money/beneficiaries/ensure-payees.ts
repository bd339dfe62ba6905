import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import type { Vault } from "#lib/vault";
import { sealAccount, type SealedAccount } from "./account-number.ts";
import { cardToKeep, sealCardToken } from "./cards.ts";
import { cleanDetails } from "./fields.ts";
import { countAdditions, mayAdd } from "./count-changes.ts";
import type { CardNetwork, Details, PayeeFacts, PayeeInput } from "./details.ts";
import { contactColumns, payeeFactsOf, type PayeeRow, selectPayeesByKey } from "./read-payees.ts";

// Inserts listed and unlisted payees: a set in one statement, without those that exist.

interface PayeeToInsert {
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
    card_last4, card_network, purpose, card_index, vpa_index, phone_index, email_index, vpa_handle, phone_last4,
    vpa_account_end
  )
  select $1, $2, $3, given.*
  from unnest(
    $4::uuid[], $5::text[], $6::bytea[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[],
    $12::text[], $13::text[], $14::text[], $15::bytea[], $16::text[], $17::bytea[], $18::boolean[],
    $19::text[], $20::text[], $21::text[], $22::text[], $23::text[], $24::bytea[], $25::bytea[], $26::bytea[],
    $27::bytea[], $28::text[], $29::text[], $30::text[]
  ) as given
  on conflict do nothing
  returning beneficiary_id`;

/** The details of a payee in an order, with the maker of the order. */
export type OrderedPayee = PayeeInput & { readonly by?: Actor };

/**
 * Finds or makes the unlisted payee of each given details, in the given order; the same details are the same
 * payee. A card token is sealed and not stored: see `keepCardTokens`. Details must have passed `checkPayee`.
 * A set of known payees costs one statement, one with new payees two more. Returns undefined for a new payee in live if
 * the member who orders has added too many: new payees count like beneficiaries that the member lists.
 * Those in `found`, by their fingerprints, are not read again, and the others are added to it.
 */
export async function ensurePayees(
  tx: Tx,
  vault: Vault,
  inputs: readonly OrderedPayee[],
  found = new Map<string, PayeeFacts>(),
): Promise<(PayeeFacts | undefined)[]> {
  if (inputs.length === 0) return [];
  const given = inputs.map((input) => fingerprintDetails(tx.merchantId, vault, input));
  const wanted = new Map(given.flatMap((one) => (found.has(one.key) ? [] : [[one.key, one]])));
  if (wanted.size > 0)
    for (const [key, facts] of await readByFingerprint(tx, [...wanted.values()])) found.set(key, facts);
  // Several members may order payments to one new payee, and it is added if one of them may add it.
  const ofMakers = new Map(given.map((one) => [`${one.by} ${one.key}`, one]));
  const missing = [...ofMakers.values()].filter((one) => !found.has(one.key));
  if (missing.length > 0) {
    // A fixed order prevents deadlocks between two sets with the same new payees.
    missing.sort((a, b) => Buffer.compare(a.fingerprint, b.fingerprint));
    await insertUnlisted(tx, vault, missing);
    // These are read again, because another transaction may have made some of them meanwhile.
    for (const [key, facts] of await readByFingerprint(tx, missing)) found.set(key, facts);
  }
  return given.map((one) => {
    const facts = found.get(one.key);
    const { cardToken } = one.details;
    if (cardToken === null || facts === undefined) return facts;
    return { ...facts, sealedCard: sealCardToken(vault, tx.merchantId, cardToken) };
  });
}

/** Inserts the payees whose makers may add them, in the given order, and counts them as additions. */
async function insertUnlisted(tx: Tx, vault: Vault, missing: readonly Fingerprinted[]): Promise<void> {
  const makers = [...Map.groupBy(missing, ({ by }) => by)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const refused = new Set<Actor>();
  for (const [by, own] of makers) if (!(await mayAdd(tx, by, own.length))) refused.add(by);
  const mayBeAdded = missing.filter(({ by }) => !refused.has(by));
  const free = [...new Map(mayBeAdded.map((one) => [one.key, one])).values()];
  if (free.length === 0) return;
  const payees = free.map((one) => unlistedPayee(tx.merchantId, vault, one));
  const inserted = await insertPayees(tx, payees, "direct transfer");
  const fresh = free.filter((_, index) => inserted.has(payees[index]!.beneficiaryId));
  for (const [by, own] of Map.groupBy(fresh, (one) => one.by)) await countAdditions(tx, by, own.length);
}

interface Fingerprinted {
  readonly by: Actor;
  readonly details: Details;
  readonly fingerprint: Buffer;
  /** The fingerprint as text, for lookups. */
  readonly key: string;
}

function fingerprintDetails(merchantId: string, vault: Vault, input: OrderedPayee): Fingerprinted {
  const details = cleanDetails(input);
  const text = JSON.stringify([
    merchantId,
    details.name,
    details.email?.toLowerCase(),
    details.phone,
    details.accountNumber,
    details.ifsc,
    details.vpa?.toLowerCase(),
    details.address1,
    details.address2,
    details.city,
    details.state,
    details.pincode,
    ...(details.cardToken === null ? [] : [details.cardToken, input.onlyFor]),
  ]);
  const fingerprint = vault.hmac("beneficiary.fingerprint", text);
  return { by: input.by ?? "system", details, fingerprint, key: fingerprint.toString("latin1") };
}

async function readByFingerprint(tx: Tx, wanted: readonly Fingerprinted[]): Promise<Map<string, PayeeFacts>> {
  const rows = await tx.query<PayeeRow>(BY_FINGERPRINT, [
    tx.merchantId,
    wanted.map((one) => one.fingerprint),
  ]);
  return new Map(rows.map((row) => [row.fingerprint!.toString("latin1"), payeeFactsOf(tx, row)]));
}

function unlistedPayee(
  merchantId: string,
  vault: Vault,
  { details, fingerprint }: Fingerprinted,
): PayeeToInsert {
  const { accountNumber, ifsc, cardToken } = details;
  const whole = accountNumber !== null && ifsc !== null;
  return {
    beneficiaryId: newId(),
    beneId: null,
    fingerprint,
    details: whole ? details : { ...details, accountNumber: null, ifsc: null },
    account: whole ? sealAccount(vault, merchantId, { accountNumber, ifsc }) : null,
    claimsAccount: false,
    purpose: null,
    card: cardToken === null ? null : cardToKeep(vault, merchantId, cardToken),
  };
}

const BY_FINGERPRINT = selectPayeesByKey({
  column: "fingerprint",
  type: "bytea",
  where: "fingerprint is not null",
});
