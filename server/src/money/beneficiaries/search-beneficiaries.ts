import type { Tx } from "#lib/db";
import { searchedIn, searchText } from "#lib/search-text";
import { contactsIn, findByAccount } from "./find-payee-ids.ts";
import {
  isRestorable,
  listedOf,
  selectListed,
  type ListedBeneficiary,
  type ListedRow,
  type PaidTo,
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
  /** Those that may be paid, await approval, or were removed; absent: those that may be paid. */
  readonly states?: readonly ("active" | "awaiting_approval" | "removed")[] | undefined;
  /** Only those that one member removed alone in the last seven days. */
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
