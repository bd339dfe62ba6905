/** Success rate, transfer time, volume and reasons of the last days, read in one statement: one snapshot. */
import type { Context } from "#lib/context";
import { runtimeOf } from "#transfers";
import { idRanges, lastDays } from "./day-range.ts";
import { foldFigures, type CountRow, type Figures, type TimeRow } from "./fold-figures.ts";
import { keepDays } from "./keep-days.ts";
import { KEPT_DAYS, TALLY_OF_WANTED } from "./tally-sql.ts";

export interface FiguresQuery {
  /** How many days, today among them: 1 to 31. */
  readonly days: number;
  /** Only transfers that this fund source pays; null: all. */
  readonly fundSourceId?: string | null | undefined;
  /** Only transfers that were asked for in this mode; null: all. */
  readonly mode?: string | null | undefined;
}

/** The figures of transfers that were accepted on the last days, by the calendar in India and the merchant's clock. */
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
  // Today is always recounted; another day that was recounted need not be the next time.
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
