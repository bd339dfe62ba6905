import type { Tx } from "#lib/db";
import { searchedIn, searchText } from "#lib/search-text";
import { accountOfVpa } from "#rails";
import { phoneOf } from "./clean-details.ts";

/**
 * Finds our ids of payees that a person may mean by a text, listed or not, removed or not, newest first: by
 * part of a name or id in any case, by a whole VPA, phone number or e-mail address, or by exactly four digits for the
 * last four of an account or card. A whole account number finds the payees whose account ends alike: an exact answer
 * would confirm a guess, also to those who may reveal numbers, and leave no record.
 */
export async function findPayeeIds(
  tx: Tx,
  { text, limit }: { text: string; limit: number },
): Promise<string[]> {
  const wanted = searchText(text);
  if (wanted === "") return [];
  const rows = await tx.query<{ beneficiaryId: string }>(FIND, [
    tx.merchantId,
    wanted,
    /^\d{4}$/.test(wanted) ? wanted : null,
    limit,
    ...contactsIn(tx, wanted),
    await findByAccount(tx, wanted),
  ]);
  return rows.map(({ beneficiaryId }) => beneficiaryId);
}

/** A short number shows less than four characters, so it is not found by them. */
const SHOWS_FOUR = "beneficiaries.shown_end(account_last4, sealed_account) = account_last4";

const FIND = `
  select beneficiary_id as "beneficiaryId"
  from beneficiaries.beneficiary
  where merchant_id = $1
    and (
      strpos(${searchedIn("name", "bene_id")}, $2) > 0
      or beneficiary_id in (
        select beneficiary_id
        from beneficiaries.beneficiary
        where merchant_id = $1
          and account_last4 = $3
          and ${SHOWS_FOUR}
      )
      or card_last4 = $3
      or vpa_index = $5
      or phone_index = $6
      or email_index = $7
      or beneficiary_id = any ($10::uuid[])
      -- Rows that are not sealed yet.
      or beneficiary_id in (
        select beneficiary_id
        from beneficiaries.beneficiary
        where merchant_id = $1
          and num_nulls(vpa_index, phone_index, email_index) = 3
          and num_nonnulls(vpa, phone, email) > 0
          and ($8 in (lower(vpa), lower(email)) or phone = $9)
      )
    )
  order by beneficiary_id desc
  limit $4`;

/**
 * Returns what finds the payees whose whole VPA, phone number or e-mail address a text is: their keyed indexes,
 * then the text and that number as rows contain them that are not sealed yet. A VPA that is an account number is not
 * looked up: `findByAccount` finds those that look alike.
 */
export function contactsIn(tx: Pick<Tx, "indexOf">, text: string): (Buffer | string | null)[] {
  const contact = accountOfVpa(text) === null ? text : null;
  const phone = phoneOf(text) ?? null;
  return [
    tx.indexOf("vpa", contact),
    tx.indexOf("phone", phone),
    tx.indexOf("email", contact),
    contact?.toLowerCase() ?? null,
    phone,
  ];
}

/** At most this many payees with the same end are found, the newest first. */
const ALIKE_MAX = 500;

/** A text that is meant as an account number rather than as a name, an id or an amount. */
const LOOKS_LIKE_ACCOUNT = /^(?=(?:.*\d){8})[0-9A-Z]{9,18}$/;

/** Finds our ids of payees by the end of an account number, with any blanks and hyphens. */
export async function findByAccount(tx: Tx, text: string): Promise<string[]> {
  if (accountOfVpa(text) !== null) return findByHandle(tx, text.split("@")[1]!);
  const number = text.replaceAll(/[\s-]/g, "").toUpperCase();
  return LOOKS_LIKE_ACCOUNT.test(number) ? findByEnding(tx, text, number) : [];
}

/** Finds payees by the part of a VPA that everybody sees whole. */
async function findByHandle(tx: Tx, handle: string): Promise<string[]> {
  const rows = await tx.query<{ beneficiaryId: string }>(
    `select beneficiary_id as "beneficiaryId"
     from beneficiaries.beneficiary
     where merchant_id = $1
       and beneficiaries.handle_of(vpa_handle, vpa) = $2
     order by beneficiary_id desc
     limit ${ALIKE_MAX}`,
    [tx.merchantId, handle.toLowerCase()],
  );
  return rows.map(({ beneficiaryId }) => beneficiaryId);
}

/** Finds payees by the end of an account number, unless the number is the phone, or in the name or id, of one. */
async function findByEnding(tx: Tx, text: string, number: string): Promise<string[]> {
  const [, phoneIndex] = contactsIn(tx, text);
  const rows = await tx.query<{ beneficiaryId: string }>(
    `select beneficiary_id as "beneficiaryId"
     from beneficiaries.beneficiary
     where merchant_id = $1
       and account_last4 = $2
       and ${SHOWS_FOUR}
       and not exists (
         select from beneficiaries.beneficiary
         where merchant_id = $1
           and (phone_index = $3 or strpos(${searchedIn("name", "bene_id")}, $4) > 0)
       )
     order by beneficiary_id desc
     limit ${ALIKE_MAX}`,
    [tx.merchantId, number.slice(-4), phoneIndex, searchText(text)],
  );
  return rows.map(({ beneficiaryId }) => beneficiaryId);
}
