/** Days that are over are counted once and kept, until a transfer of theirs changes. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { settledMoment } from "#lib/settled-moment";
import { endOfDay, idRanges } from "./day-range.ts";
import { KEPT_DAYS, TALLY_OF_WANTED } from "./tally-sql.ts";

/**
 * Counts those of the days that are over and not kept as they are now. Answers how many that were. A day is over when
 * no transaction that began on it is open any more: from then on every change of its transfers leaves a mark.
 */
export async function keepDays(
  ctx: Pick<Context, "db">,
  merchantId: string,
  days: readonly string[],
): Promise<number> {
  const settled = await settledMoment(ctx.db, merchantId);
  const over = days.filter((day) => endOfDay(day) <= settled);
  const missing = await ctx.db.inMerchant(merchantId, (tx) => missingOf(tx, over));
  // A commit each: a month of a large merchant is more than one statement may take, and what is kept stays.
  for (const day of missing) await ctx.db.inMerchant(merchantId, (tx) => keepDay(tx, day));
  return missing.length;
}

async function keepDay(tx: Tx, day: string): Promise<void> {
  const { firstIds, lastIds } = await idRanges(tx, [day]);
  // In this order: a change that is committed meanwhile is counted, or is not among those that the day knows of.
  await tx.execute(NOTE_DAY, [tx.merchantId, day]);
  await tx.execute("delete from figures.tally where merchant_id = $1 and day = $2", [tx.merchantId, day]);
  await tx.execute(KEEP, [tx.merchantId, [day], firstIds, lastIds]);
}

async function missingOf(tx: Tx, days: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ day: string }>(MISSING, [tx.merchantId, days]);
  return rows.map(({ day }) => day);
}

const MISSING = `
  with wanted as (select day from unnest($2::date[]) as wanted (day)),
    kept as (${KEPT_DAYS})
  select day::text as day from wanted where day not in (select day from kept) order by day`;

// Two who keep the same day take turns at its row.
const NOTE_DAY = `
  insert into figures.day as kept (merchant_id, day, late_changes)
  select $1, $2::date, count(*)
  from transfers.late_change
  where merchant_id = $1 and day = $2::date
  on conflict (merchant_id, day) do update
  set late_changes = excluded.late_changes`;

const KEEP = `
  insert into figures.tally (
    merchant_id, day, fund_source_id, mode, rail, bank_id, status, reason, took_ms, transfers, amount_paise,
    charges_paise
  )
  select $1, wanted.day, counted.*
  from unnest($2::date[], $3::uuid[], $4::uuid[]) as wanted (day, first_id, last_id)
  cross join lateral (${TALLY_OF_WANTED}) as counted`;
