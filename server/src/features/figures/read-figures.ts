/** Reads success rate, transfer time, volume and reasons of the last days in one statement, as one snapshot. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { settledMoment } from "#lib/settled-moment";
import { runtimeOf } from "#transfers";
import { endOfDay, idRanges, lastDays } from "./day-range.ts";
import { type CountRow, type Figures, foldFigures, type TimeRow } from "./fold-figures.ts";
import { KEPT_DAYS, TALLY_OF_WANTED } from "./tally-sql.ts";

// Days that are over are counted once and kept until one of their transfers changes.

/**
 * Counts the days that are over and whose kept tallies are missing or outdated. Returns how many there were. A day is
 * over when no transaction that began on it is still open: from then on every change of its transfers leaves a mark.
 */
async function keepDays(
  ctx: Pick<Context, "db">,
  merchantId: string,
  days: readonly string[],
): Promise<number> {
  const settled = await settledMoment(ctx.db, merchantId);
  const over = days.filter((day) => endOfDay(day) <= settled);
  const missing = await ctx.db.inMerchant(merchantId, (tx) => missingOf(tx, over));
  // Each day has its own commit: a month of a large merchant may take longer than a statement is allowed to, and
  // finished days stay.
  for (const day of missing) await ctx.db.inMerchant(merchantId, (tx) => keepDay(tx, day));
  return missing.length;
}

async function keepDay(tx: Tx, day: string): Promise<void> {
  const { firstIds, lastIds } = await idRanges(tx, [day]);
  // The order matters: a change that is committed meanwhile is either counted, or is not among those the day knows of.
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

// Two processes that keep the same day take turns at its row.
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

interface FiguresQuery {
  /** The number of days, including today: 1 to 31. */
  readonly days: number;
  /** Only transfers that this fund source pays; null: all. */
  readonly fundSourceId?: string | null | undefined;
  /** Only transfers that were requested in this mode; null: all. */
  readonly mode?: string | null | undefined;
}

/**
 * Reads the figures of transfers that were accepted on the last days, by the calendar of India and the merchant's
 * clock.
 */
export async function readFigures(ctx: Context, merchantId: string, query: FiguresQuery): Promise<Figures> {
  const { figures, isKept, days } = await ctx.db.inMerchant(merchantId, async (tx) => {
    const wanted = lastDays(tx.now, query.days);
    const { firstIds, lastIds } = await idRanges(tx, wanted);
    const rows = await tx.query<Row>(READ, [
      merchantId,
      wanted,
      firstIds,
      lastIds,
      query.fundSourceId ?? null,
      query.mode ?? null,
    ]);
    return {
      days: wanted,
      isKept: rows[0]!.missing <= 1n,
      figures: foldFigures(wanted, {
        counts: rows.filter((row): row is CountRow & Row => row.what === "count"),
        times: rows.filter((row): row is TimeRow & Row => row.what === "time"),
        readAt: tx.now,
      }),
    };
  });
  // Today is always counted again. Another day that was counted now can be kept for the next time.
  if (!isKept) runtimeOf(ctx).background("keeping figures", keepDays(ctx, merchantId, days.slice(0, -1)));
  return figures;
}

type Row = (CountRow | TimeRow | { readonly what: "end" }) & { readonly missing: bigint };

const TIMES_BY = `grouping sets ((took_ms), (day, took_ms), (rail, took_ms), (bank_id, took_ms))`;

const READ = `
  with wanted as materialized (
    select * from unnest($2::date[], $3::uuid[], $4::uuid[]) as wanted (day, first_id, last_id)
  ), kept as materialized (${KEPT_DAYS}
  ), missing as materialized (
    select * from wanted where day not in (select day from kept)
  ), tally as materialized (
    select day, rail, bank_id, status, reason, took_ms, sum(transfers)::bigint as transfers,
      sum(amount_paise)::bigint as amount_paise, sum(charges_paise)::bigint as charges_paise
    from (
      select kept.day, tally.fund_source_id, tally.mode, tally.rail, tally.bank_id, tally.status, tally.reason,
        tally.took_ms, tally.transfers, tally.amount_paise, tally.charges_paise
      from kept
      join figures.tally on tally.merchant_id = $1 and tally.day = kept.day
      union all
      select wanted.day, live.*
      from missing as wanted
      cross join lateral (${TALLY_OF_WANTED}) as live
    ) as counted
    where ($5::text is null or fund_source_id = $5)
      and ($6::text is null or mode = $6)
    group by 1, 2, 3, 4, 5, 6
  ), times as (
    select grouping(day, rail, bank_id) as level, day, rail, bank_id, took_ms, sum(transfers) as transfers
    from tally
    where took_ms is not null
    group by ${TIMES_BY}
  ), ranked as (
    select *, sum(transfers) over (partition by level, day, rail, bank_id order by took_ms) as upto,
      sum(transfers) over (partition by level, day, rail, bank_id) as total
    from times
  )
  select 'count' as what, (select count(*) from missing) as missing, null::int as level, day::text as day, rail,
    bank_id as "bankId", status, reason, sum(transfers)::bigint as transfers,
    sum(amount_paise)::bigint as "amountPaise", sum(charges_paise)::bigint as "chargesPaise",
    null::bigint as "p50Ms", null::bigint as "p95Ms"
  from tally
  group by day, rail, bank_id, status, reason
  union all
  select 'time', (select count(*) from missing), level, day::text, rail, bank_id, null, null, max(total)::bigint,
    null, null, min(took_ms) filter (where upto >= total * 0.5), min(took_ms) filter (where upto >= total * 0.95)
  from ranked
  group by level, day, rail, bank_id
  union all
  select 'end', (select count(*) from missing), null, null, null, null, null, null, null, null, null, null, null`;
