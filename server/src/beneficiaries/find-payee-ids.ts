import type { Tx } from "#lib/db";
import { parsePhone } from "#rails";

/**
 * Our ids of payees that a person may mean by a text, listed or not, removed or not, the newest first: part of a name,
 * of an id or of a VPA in any case, a whole phone number, or exactly four digits for the last four of an account or
 * a card.
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
    parsePhone(wanted) ?? null,
    limit,
  ]);
  return rows.map(({ beneficiaryId }) => beneficiaryId);
}

const FIND = `
  select beneficiary_id as "beneficiaryId"
  from beneficiaries.beneficiary
  where merchant_id = $1
    and (
      strpos(lower(concat_ws(' ', name, bene_id, vpa)), $2) > 0
      or account_last4 = $3
      or card_last4 = $3
      or phone = $4
    )
  order by beneficiary_id desc
  limit $5`;
