import type { LongStatement, StatementLine } from "#banks";
import type { Tx } from "#lib/db";

/**
 * The bank's id of a line of the statement under which another movement is stored already, or null: ids that are not
 * the bank's would hide, for good, one line behind another.
 */
export async function findReusedId(
  tx: Tx,
  { bankId, statement }: { bankId: string; statement: LongStatement },
): Promise<string | null> {
  if (!statement.tally.hasIds) return null;
  const [any] = await tx.query(ANY, [tx.merchantId, bankId]);
  if (any === undefined) return null;
  for await (const set of statement.sets()) {
    const found = await findInSet(tx, bankId, set);
    if (found !== null) return found;
  }
  return null;
}

async function findInSet(tx: Tx, bankId: string, set: readonly StatementLine[]): Promise<string | null> {
  const lines = set.filter(({ lineId }) => lineId !== null);
  if (lines.length === 0) return null;
  const [found] = await tx.query<{ lineId: string }>(FIND, [
    tx.merchantId,
    bankId,
    lines.map(({ lineId }) => `id:${lineId}`),
    lines.map(({ side }) => side),
    lines.map(({ amountPaise }) => amountPaise),
    lines.map(({ lineId }) => lineId),
  ]);
  return found?.lineId ?? null;
}

const ANY = "select from reconciliation.line where merchant_id = $1 and bank_id = $2 limit 1";

// "offset 0" has each line looked up by its key, however many the day has.
const FIND = `
  select told.line_id as "lineId"
  from unnest($3::text[], $4::text[], $5::bigint[], $6::text[]) as told (line_key, side, amount_paise, line_id)
  cross join lateral (
    select side, amount_paise
    from reconciliation.line
    where merchant_id = $1
      and bank_id = $2
      and line_key = told.line_key
    offset 0
  ) as stored
  where (stored.side, stored.amount_paise) <> (told.side, told.amount_paise)
  limit 1`;
