import type { Tx } from "#lib/db";
import {
  listedOf,
  selectListed,
  type ListedBeneficiary,
  type ListedRow,
  type PaidTo,
} from "./listed-beneficiary.ts";

export interface BeneficiarySearch {
  /** 1 to 100. */
  readonly limit: number;
  /** The `beneficiaryId` that the page before ended with. */
  readonly after?: string | undefined;
  /** Part of a name, id, VPA, phone, e-mail address or of an account number's last four characters, in any case. */
  readonly search?: string | undefined;
  readonly paidTo?: PaidTo | undefined;
  /** Those that may be paid, that wait for members' agreement, or that were removed. */
  readonly state?: "active" | "awaiting_approval" | "removed" | undefined;
  /** Whether a bank has said in whose name it stands, has said that there is nobody, or nothing yet. */
  readonly holder?: "found" | "not_found" | "none" | undefined;
}

/** A page of listed beneficiaries, newest first. */
export async function searchBeneficiaries(tx: Tx, search: BeneficiarySearch): Promise<ListedBeneficiary[]> {
  const rows = await tx.query<ListedRow>(SEARCH, [
    tx.merchantId,
    search.after ?? null,
    (search.search ?? "").trim().toLowerCase(),
    search.paidTo ?? null,
    search.state ?? "active",
    search.holder ?? null,
    search.limit,
  ]);
  return rows.map(listedOf);
}

const SEARCH = `${selectListed}
  where payee.merchant_id = $1
    and payee.listed
    and ($2::uuid is null or payee.beneficiary_id < $2)
    and strpos(
      lower(concat_ws(' ', payee.name, payee.bene_id, payee.vpa, payee.phone, payee.email, payee.account_last4)), $3
    ) > 0
    and case $4::text
      when 'bank' then payee.account_last4 is not null
      when 'upi' then payee.vpa is not null
      when 'card' then payee.card_last4 is not null
      when 'wallet' then num_nonnulls(payee.account_last4, payee.vpa, payee.card_last4) = 0
      else true
    end
    and case $5::text
      when 'removed' then payee.removed_at is not null
      when 'awaiting_approval' then payee.removed_at is null and payee.status = 'awaiting_approval'
      else payee.removed_at is null and payee.status <> 'awaiting_approval'
    end
    and ($6::text is null or coalesce(holder.status, 'none') = $6)
  order by payee.beneficiary_id desc
  limit $7`;
