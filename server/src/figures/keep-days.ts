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
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const missing = await missingOf(tx, over);
    if (missing.length === 0) return 0;
    const { firstIds, lastIds } = await idRanges(tx, missing);
    // In this order: a change that is committed meanwhile is counted, or is not among those that the day knows of.
    await tx.execute(NOTE_DAYS, [merchantId, missing]);
    await tx.execute("delete from figures.tally where merchant_id = $1 and day = any ($2::date[])", [
      merchantId,
      missing,
    ]);
    await tx.execute(KEEP, [merchantId, missing, firstIds, lastIds]);
    return missing.length;
  });
}

async function missingOf(tx: Tx, days: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ day: string }>(MISSING, [tx.merchantId, days]);
  return rows.map(({ day }) => day);
}

const MISSING = `
  with wanted as (select day from unnest($2::date[]) as wanted (day)),
    kept as (${KEPT_DAYS})
  select day::text as day from wanted where day not in (select day from kept) order by day`;

// Two who keep the same days take turns at their rows.
const NOTE_DAYS = `
  insert into figures.day as kept (merchant_id, day, late_changes)
  select $1, wanted.day, (
    select count(*) from transfers.late_change where late_change.merchant_id = $1 and late_change.day = wanted.day
  )
  from unnest($2::date[]) as wanted (day)
  order by wanted.day
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
