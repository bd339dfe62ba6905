import type { StatementLine } from "#banks";
import type { Tx } from "#lib/db";

/**
 * The bank's id of one of the lines under which another movement is stored already, or null: ids that are not
 * the bank's for ever would hide one line behind another.
 */
export async function findReusedId(
  tx: Tx,
  { bankId, lines, keys }: { bankId: string; lines: readonly StatementLine[]; keys: readonly string[] },
): Promise<string | null> {
  if (lines.every(({ lineId }) => lineId === null)) return null;
  const [found] = await tx.query<{ lineId: string }>(FIND, [
    tx.merchantId,
    bankId,
    keys,
    lines.map(({ side }) => side),
    lines.map(({ amountPaise }) => amountPaise),
    lines.map(({ lineId }) => lineId),
  ]);
  return found?.lineId ?? null;
}

const FIND = `
  select told.line_id as "lineId"
  from unnest($3::text[], $4::text[], $5::bigint[], $6::text[]) as told (line_key, side, amount_paise, line_id)
  join reconciliation.line
    on line.merchant_id = $1
   and line.bank_id = $2
   and line.line_key = told.line_key
  where told.line_id is not null
    and (line.side, line.amount_paise) <> (told.side, told.amount_paise)
  limit 1`;
