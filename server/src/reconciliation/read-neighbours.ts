/** Reads the stored statements of a bank account around a day. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { DayBalances } from "./check-statement.ts";

interface KnownDays {
  readonly same: DayBalances | null;
  readonly before: DayBalances | null;
  readonly after: DayBalances | null;
}

/** Reads the whole statement of a day and those before and after it, in a separate transaction. */
export function readKnownBalances(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { bankId, day }: { readonly bankId: string; readonly day: string },
): Promise<KnownDays> {
  return ctx.db.inMerchant(merchantId, (tx) => readNeighbours(tx, bankId, day));
}

export async function readNeighbours(tx: Tx, bankId: string, day: string): Promise<KnownDays> {
  const rows = await tx.query<DayBalances & { place: "same" | "before" | "after" }>(READ, [
    tx.merchantId,
    bankId,
    day,
  ]);
  const at = (place: string) => rows.find((row) => row.place === place) ?? null;
  return { same: at("same"), before: at("before"), after: at("after") };
}

const DAYS = `
  select day::text as day, sequence_no::int as "sequenceNo", opening_paise as "openingPaise",
    closing_paise as "closingPaise"
  from reconciliation.statement
  where merchant_id = $1 and bank_id = $2 and whole and state = 'imported'`;

const READ = `
  (select *, 'same' as place from (${DAYS} and day = $3::date) as one)
  union all
  (select *, 'before' from (${DAYS} and day < $3::date order by statement.day desc limit 1) as one)
  union all
  (select *, 'after' from (${DAYS} and day > $3::date order by statement.day limit 1) as one)`;
