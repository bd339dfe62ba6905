import type { Tx } from "#lib/db";
import { searchedIn, searchText } from "#lib/search-text";
import type { PayeeFacts } from "./details.ts";
import { payeeFactsOf, selectPayees, type PayeeRow } from "./payee-rows.ts";

export interface BeneficiaryPage {
  /** At most 500. */
  readonly limit: number;
  /** The `beneficiaryId` with which the previous page ended. */
  readonly after?: string | undefined;
  /** Part of a name, id or of the last four characters of an account number, in any case; or a whole VPA. */
  readonly search?: string | undefined;
  /** If true, lists removed ones instead of those that may be paid. */
  readonly removed?: boolean | undefined;
}

/** Lists a page of beneficiaries, newest first. An empty page is the end. */
export async function listBeneficiaries(tx: Tx, page: BeneficiaryPage): Promise<PayeeFacts[]> {
  const rows = await tx.query<PayeeRow>(LIST, [
    tx.merchantId,
    Math.min(page.limit, 500),
    page.after ?? "ffffffff-ffff-ffff-ffff-ffffffffffff",
    searchText(page.search ?? ""),
    page.removed ?? false,
    tx.indexOf("vpa", page.search ?? ""),
  ]);
  return rows.map((row) => payeeFactsOf(tx, row));
}

const LIST = `${selectPayees("beneficiaries.beneficiary as payee")}
  where payee.merchant_id = $1
    and listed
    and beneficiary_id < $3
    and (removed_at is not null) = $5
    and (strpos(${searchedIn("name", "bene_id", "account_last4")}, $4) > 0 or vpa_index = $6 or lower(vpa) = $4)
  order by beneficiary_id desc
  limit $2`;
