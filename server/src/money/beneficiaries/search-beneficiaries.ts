import type { Tx } from "#lib/db";
import { searchedIn, searchText } from "#lib/search-text";
import { accountOfVpa } from "#rails";
import { phoneOf } from "./fields.ts";
import {
  isRestorable,
  type ListedBeneficiary,
  listedOf,
  type ListedRow,
  type PaidTo,
  selectListed,
} from "./listed-beneficiary.ts";

export interface BeneficiarySearch {
  /** 1 to 100. */
  readonly limit: number;
  /** The `beneficiaryId` with which the previous page ended. */
  readonly after?: string | undefined;
  /**
   * Part of a name, id or of an account number's last four characters, in any case; or an account number, of which the
   * end counts, a whole VPA, phone number or e-mail address.
   */
  readonly search?: string | undefined;
  /** Paid by any of these instruments. */
  readonly paidTo?: readonly PaidTo[] | undefined;
  /** Only beneficiaries in this state; by default, those that may be paid. */
  readonly states?: readonly ("active" | "awaiting_approval" | "removed")[] | undefined;
  /** True for only those beneficiaries that one member removed alone in the last seven days. */
  readonly restorable?: boolean | undefined;
  /** The bank named the holder, found none, or has not answered yet. */
  readonly holders?: readonly ("found" | "not_found" | "none")[] | undefined;
}

/** Returns a page of listed beneficiaries, newest first. */
export async function searchBeneficiaries(tx: Tx, search: BeneficiarySearch): Promise<ListedBeneficiary[]> {
  const wanted = searchText(search.search ?? "");
  const rows = await tx.query<ListedRow>(SEARCH, [
    tx.merchantId,
    search.after ?? null,
    wanted,
    search.paidTo ?? null,
    search.states ?? ["active"],
    search.holders ?? null,
    search.limit,
    ...contactsIn(tx, wanted),
    await findByAccount(tx, wanted),
    search.restorable === true ? tx.now : null,
  ]);
  return rows.map((row) => listedOf(row, tx.now));
}

/** An account number is searched by the end that is shown. */
const SEARCHED = searchedIn(
  "payee.name",
  "payee.bene_id",
  "beneficiaries.shown_end(payee.account_last4, payee.sealed_account)",
);

const SEARCH = `${selectListed}
  where payee.merchant_id = $1
    and payee.listed
    and ($2::uuid is null or payee.beneficiary_id < $2)
    and (
      strpos(${SEARCHED}, $3) > 0
      or payee.vpa_index = $8
      or payee.phone_index = $9
      or payee.email_index = $10
      -- Rows that are not sealed yet.
      or $11 in (lower(payee.vpa), lower(payee.email))
      or payee.phone = $12
      or payee.beneficiary_id = any ($13::uuid[])
    )
    and ($4::text[] is null or array_remove(array[
      case when payee.account_last4 is not null then 'bank' end,
      case when payee.vpa is not null then 'upi' end,
      case when payee.card_last4 is not null then 'card' end,
      case when num_nonnulls(payee.account_last4, payee.vpa, payee.card_last4) = 0 then 'wallet' end
    ], null) && $4)
    and case
      when payee.removed_at is not null then 'removed'
      when payee.status = 'awaiting_approval' then 'awaiting_approval'
      else 'active'
    end = any ($5::text[])
    and ($14::timestamptz is null or ${isRestorable("payee", "$14")})
    and ($6::text[] is null or coalesce(holder.status, 'none') = any ($6))
  order by payee.beneficiary_id desc
  limit $7`;

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
function contactsIn(tx: Pick<Tx, "indexOf">, text: string): (Buffer | string | null)[] {
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
async function findByAccount(tx: Tx, text: string): Promise<string[]> {
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
