/** Reads success rate, transfer time, volume and reasons of the last days in one statement, as one snapshot. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { firstIdAt } from "#lib/ids";
import { istDate } from "#lib/ist";
import { settledMoment } from "#lib/settled-moment";
import { runtimeOf } from "#transfers";
import { type CountRow, type Figures, foldFigures, type TimeRow } from "./fold-figures.ts";

const DAY_MS = 86_400_000;
const GREATEST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The last `count` days of the merchant's clock; today is last. */
function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    istDate(new Date(now.getTime() - (count - 1 - index) * DAY_MS)),
  );
}

export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00+05:30`);
}

export function endOfDay(day: string): Date {
  return new Date(startOfDay(day).getTime() + DAY_MS);
}

/**
 * The range of IDs of each day's transfers. IDs begin with the real time, so a merchant whose clock was ever moved has
 * no upper bound, because the distance of its clock from the real time is not known for the past.
 */
async function idRanges(tx: Tx, days: readonly string[]): Promise<{ firstIds: string[]; lastIds: string[] }> {
  const [clock] = await tx.query<{ moved: boolean }>(
    "select exists (select from lib.merchant_clock where merchant_id = $1) as moved",
    [tx.merchantId],
  );
  return {
    firstIds: days.map((day) => firstIdAt(tx, startOfDay(day))),
    lastIds: days.map((day) => (clock!.moved ? GREATEST_ID : lastIdAt(endOfDay(day)))),
  };
}

/** The largest difference between the clock that makes the IDs and the database's clock. */
const SLACK_MS = 3_600_000;

function lastIdAt(at: Date): string {
  const time = (at.getTime() + SLACK_MS).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-ffff-ffff-ffffffffffff`;
}

/** The only place where transfers are counted, both for days that are over and kept, and for the others. */

/** The merchant's own payments, without withdrawals and refunds. */
const OWN_PAYMENTS = "coalesce(origin_kind, '') not in ('withdrawal', 'refund')";

/**
 * Counts the transfers of `wanted.day` between `wanted.first_id` and `wanted.last_id`. A reversed transfer has no time,
 * because its row has the time of the return, and only its history has that of the payment.
 */
const TALLY_OF_WANTED = `
  select fund_source_id, mode, rail, bank_id, status, reason,
    case when status in ('succeeded', 'failed') then figures.took_ms(accepted_at, finished_at) end as took_ms,
    count(*) as transfers, sum(amount_paise)::bigint as amount_paise,
    sum(fee_paise + tax_paise)::bigint as charges_paise
  from transfers.transfer
  where merchant_id = $1
    and transfer_id between wanted.first_id and wanted.last_id
    and accepted_at >= wanted.day::timestamp at time zone 'Asia/Kolkata'
    and accepted_at < (wanted.day + 1)::timestamp at time zone 'Asia/Kolkata'
    and ${OWN_PAYMENTS}
  group by 1, 2, 3, 4, 5, 6, 7`;

/** The days of `wanted` whose kept tallies are still correct. */
export const KEPT_DAYS = `
  select wanted.day
  from wanted
  join figures.day as kept on kept.merchant_id = $1 and kept.day = wanted.day
  where kept.late_changes = (
    select count(*) from transfers.late_change where late_change.merchant_id = $1 and late_change.day = wanted.day
  )`;

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
  /** Only transfers that this fund source pays. Null means all. */
  readonly fundSourceId?: string | null | undefined;
  /** Only transfers that were requested in this mode. Null means all. */
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
  // Today is always counted again. Earlier days that were counted now can be kept for the next time.
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
