/** Erases payees for good: their rows stay, as payments point to them, but without any detail. */
import { randomBytes } from "node:crypto";
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { type Detail, ERASED } from "#lib/eraser";
import type { Vault } from "#lib/vault";
import { indexAccount, openAccountNumber } from "./account-number.ts";
import { removeListed, withdrawAdditions } from "./remove-beneficiaries.ts";

/** Details by which a payee is found. */
export interface KnownPayee {
  readonly beneId?: string | undefined;
  readonly accountNumber?: string | undefined;
  readonly ifsc?: string | undefined;
  readonly vpa?: string | undefined;
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
}

/** A row of a payee with its details in clear. */
export interface WholePayee {
  readonly beneficiaryId: string;
  readonly beneId: string | null;
  readonly isListed: boolean;
  readonly isAwaiting: boolean;
  readonly name: string;
  readonly accountNumber: string | null;
  readonly ifsc: string | null;
  readonly vpa: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly addresses: readonly string[];
}

/** Finds the rows of a payee by what is known of it: all of them must fit, and several of one account are one payee. */
export async function findPayeesToErase(tx: Tx, vault: Vault, known: KnownPayee): Promise<string[]> {
  const { beneId = null, accountNumber, ifsc, vpa = null, phone = null, email = null } = known;
  const account =
    accountNumber === undefined || ifsc === undefined
      ? null
      : indexAccount(vault, tx.merchantId, { accountNumber, ifsc });
  const rows = await tx.query<{ id: string }>(FIND, [
    tx.merchantId,
    beneId,
    account,
    tx.indexOf("vpa", vpa),
    tx.indexOf("phone", phone),
    tx.indexOf("email", email),
  ]);
  return rows.map(({ id }) => id);
}

// A listed beneficiary with the same account under another ID is someone else until it is asked for.
const FIND = `
  with found as (
    select beneficiary_id, account_index, vpa_index
    from beneficiaries.beneficiary
    where merchant_id = $1
      and ($2::text is null or bene_id = $2)
      and ($3::bytea is null or account_index = $3)
      and ($4::bytea is null or vpa_index = $4)
      and ($5::bytea is null or phone_index = $5)
      and ($6::bytea is null or email_index = $6)
      and num_nonnulls($2::text, $3::bytea, $4::bytea, $5::bytea, $6::bytea) > 0
  )
  select beneficiary_id as id
  from found
  union
  select other.beneficiary_id
  from found
  join beneficiaries.beneficiary as other
    on other.merchant_id = $1
    and (other.account_index = found.account_index or other.vpa_index = found.vpa_index)
    and (other.bene_id is null or other.removed_at is not null)
  order by id`;

/** Reads and locks payees with their details in clear. Those that were erased before are left out. */
export async function readWholePayees(tx: Tx, vault: Vault, ids: readonly string[]): Promise<WholePayee[]> {
  const rows = await tx.query<WholePayee & { sealedAccount: Buffer | null }>(READ, [
    tx.merchantId,
    ids,
    ERASED,
  ]);
  return rows.map(({ sealedAccount, ...row }) => ({
    ...row,
    addresses: row.addresses.filter((part) => part !== null && part !== ""),
    accountNumber: sealedAccount && openAccountNumber({ vault }, tx.merchantId, sealedAccount),
  }));
}

const READ = `
  select beneficiary_id as "beneficiaryId", bene_id as "beneId",
    bene_id is not null and removed_at is null as "isListed", status = 'awaiting_approval' as "isAwaiting",
    name, sealed_account as "sealedAccount", ifsc, vpa, phone, email,
    array[address1, address2] as addresses
  from beneficiaries.beneficiary
  where merchant_id = $1 and beneficiary_id = any ($2::uuid[]) and name <> $3
  order by beneficiary_id
  for update`;

/** Returns the keyed indexes of those details that no payee has besides these. */
export async function indexesAlone(
  tx: Tx,
  vault: Vault,
  { ids, known }: { ids: readonly string[]; known: readonly Omit<KnownPayee, "beneId">[] },
): Promise<{ detail: Detail; index: Buffer }[]> {
  const all = known.flatMap(({ accountNumber, ifsc, vpa, phone, email }) => [
    ...(accountNumber !== undefined && ifsc !== undefined
      ? [
          {
            detail: { text: accountNumber },
            index: indexAccount(vault, tx.merchantId, { accountNumber, ifsc }),
          },
        ]
      : []),
    ...(vpa === undefined ? [] : [{ detail: { text: vpa }, index: tx.indexOf("vpa", vpa) }]),
    ...(phone === undefined
      ? []
      : [{ detail: { text: phone.slice(-10), isPhone: true as const }, index: tx.indexOf("phone", phone) }]),
    ...(email === undefined ? [] : [{ detail: { text: email }, index: tx.indexOf("email", email) }]),
  ]);
  const shared = await tx.query<{ index: Buffer }>(READ_SHARED, [
    tx.merchantId,
    ids,
    all.map(({ index }) => index),
  ]);
  return all.filter(({ index }) => !shared.some((one) => one.index.equals(index)));
}

const READ_SHARED = `
  select wanted.index
  from unnest($3::bytea[]) as wanted (index)
  where exists (
    select from beneficiaries.beneficiary
    where merchant_id = $1
      and beneficiary_id <> all ($2::uuid[])
      and wanted.index in (account_index, vpa_index, phone_index, email_index)
  )`;

/** Takes payees off the list for good, so that no order finds them any more. They cannot be restored either. */
export async function closePayees(tx: Tx, payees: readonly WholePayee[], by: Actor): Promise<void> {
  const listed = payees.flatMap(({ isListed, beneId, ...rest }) =>
    isListed && beneId !== null ? [{ ...rest, beneId }] : [],
  );
  const awaiting = listed.filter(({ isAwaiting }) => isAwaiting);
  if (awaiting.length > 0) await withdrawAdditions(tx, awaiting, by);
  await removeListed(tx, { beneficiaryIds: listed.map(({ beneficiaryId }) => beneficiaryId), by });
  const ids = payees.map(({ beneficiaryId }) => beneficiaryId);
  await tx.execute(CLOSE, [tx.merchantId, ids, ids.map(() => randomBytes(32))]);
}

const CLOSE = `
  update beneficiaries.beneficiary as kept
  set removed_alone = false,
    fingerprint = case when kept.bene_id is null then given.fingerprint end
  from unnest($2::uuid[], $3::bytea[]) as given (beneficiary_id, fingerprint)
  where kept.merchant_id = $1 and kept.beneficiary_id = given.beneficiary_id`;

/** Erases every detail of closed payees. `beneIds` are the IDs that remain, by payee: an ID may contain a detail. */
export async function erasePayees(tx: Tx, beneIds: ReadonlyMap<string, string | null>): Promise<number> {
  return tx.execute(ERASE, [tx.merchantId, [...beneIds.keys()], [...beneIds.values()], ERASED]);
}

const ERASE = `
  update beneficiaries.beneficiary as kept
  set name = $4, bene_id = given.bene_id,
    email = null, phone = null, address1 = null, address2 = null, city = null, state = null, pincode = null,
    sealed_account = null, account_last4 = null, account_index = null, account_claimed = false, ifsc = null,
    vpa = null, vpa_index = null, phone_index = null, email_index = null, vpa_handle = null, phone_last4 = null,
    vpa_account_end = null, card_last4 = null, card_network = null, card_index = null, sealed_card = null
  from unnest($2::uuid[], $3::text[]) as given (beneficiary_id, bene_id)
  where kept.merchant_id = $1 and kept.beneficiary_id = given.beneficiary_id`;
