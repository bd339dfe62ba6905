import type { Tx } from "#lib/db";
import { contactIndexes } from "./contact-columns.ts";

/**
 * Our ids of payees that a person may mean by a text, listed or not, removed or not, the newest first: part of a name
 * or of an id in any case, a whole VPA, phone number or e-mail address, or exactly four digits for the last four of an
 * account or a card.
 */
export async function findPayeeIds(
  tx: Tx,
  { text, limit }: { text: string; limit: number },
): Promise<string[]> {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return [];
  const rows = await tx.query<{ beneficiaryId: string }>(FIND, [
    tx.merchantId,
    wanted,
    /^\d{4}$/.test(wanted) ? wanted : null,
    limit,
    ...contactIndexes(tx, wanted),
  ]);
  return rows.map(({ beneficiaryId }) => beneficiaryId);
}

const FIND = `
  select beneficiary_id as "beneficiaryId"
  from beneficiaries.beneficiary
  where merchant_id = $1
    and (
      strpos(lower(concat_ws(' ', name, bene_id)), $2) > 0
      or account_last4 = $3
      or card_last4 = $3
      or vpa_index = $5
      or phone_index = $6
      or email_index = $7
      -- Rows that are not sealed yet.
      or beneficiary_id in (
        select beneficiary_id
        from beneficiaries.beneficiary
        where merchant_id = $1
          and num_nulls(vpa_index, phone_index, email_index) = 3
          and num_nonnulls(vpa, phone, email) > 0
          and ($2 in (lower(vpa), lower(email)) or phone = $8)
      )
    )
  order by beneficiary_id desc
  limit $4`;
