import type { Context } from "#lib/context";
import { wakeWorker } from "#lib/worker";
import { WORKERS } from "#worker";
import { callSimulator } from "./simulator.ts";

const CENTURY_MS = 3_155_760_000_000;

/** A merchant's test clock: its offset and its time. */
export interface TestClock {
  now: Date;
  offsetMs: number;
  /** The target of a move in progress. Null means that the clock is not being moved. */
  movingTo: Date | null;
}

/** Reads a sandbox merchant's clock. */
export async function readClock(ctx: Context, merchantId: string): Promise<TestClock> {
  const [row] = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<{ now: Date; offsetMs: bigint; movingTo: Date | null }>(
      `select lib.now_of($1) as now, coalesce(clock.offset_ms, 0) as "offsetMs",
         case when clock.leased_until > clock_timestamp()
           then lib.now_of($1) + (clock.target_ms - clock.offset_ms) * interval '1 ms' end as "movingTo"
       from (values (1)) as always
       left join lib.merchant_clock as clock on clock.merchant_id = $1`,
      [merchantId],
    ),
  );
  return { ...row!, offsetMs: Number(row!.offsetMs) };
}

/**
 * Starts a new sandbox merchant's clock in the past, so that it can live through the time up to now. Call it
 * before anything is done for that merchant; a clock that runs already remains unchanged.
 */
export async function startClockInPast(
  ctx: Context,
  merchantId: string,
  { from }: { from: Date },
): Promise<void> {
  await ctx.db.inMerchant(merchantId, (tx) =>
    tx.execute(
      `insert into lib.merchant_clock (merchant_id, offset_ms)
       values ($1, least(0, extract(epoch from $2::timestamptz - statement_timestamp()) * 1000)::bigint)
       on conflict (merchant_id) do nothing`,
      [merchantId, from],
    ),
  );
}

export interface ClockMove {
  readonly advanceMs: number;
  readonly simulatorUrl: string;
  /** The merchant's account at the simulated banks. Null means that it has none. */
  readonly debitAccount: string | null;
}

/**
 * Moves a sandbox merchant's clock forward at once, here and at its simulated banks, and wakes the workers:
 * for a short way, or one on which nothing is due. `advanceClock` stops at each moment in between.
 */
export async function moveClock(ctx: Context, merchantId: string, move: ClockMove): Promise<TestClock> {
  await shiftClock(ctx, merchantId, move);
  await wakeAll(ctx, merchantId);
  return readClock(ctx, merchantId);
}

/** Wakes the workers of everything that became due. */
export async function wakeAll(ctx: Context, merchantId: string): Promise<void> {
  await ctx.db.inMerchant(merchantId, (tx) =>
    Promise.all(WORKERS.flatMap(({ name, work }) => (work === undefined ? [] : [wakeWorker(tx, name)]))),
  );
}

/** Does the same without waking workers, which may find what became due only seconds later. */
export async function shiftClock(
  ctx: Context,
  merchantId: string,
  { advanceMs, simulatorUrl, debitAccount }: ClockMove,
): Promise<void> {
  await ctx.db.inMerchant(merchantId, (tx) =>
    tx.execute(
      `insert into lib.merchant_clock as clock (merchant_id, offset_ms)
       values ($1, $2)
       on conflict (merchant_id) do update
       set offset_ms = least(clock.offset_ms + excluded.offset_ms, ${CENTURY_MS}),
           moved_at = now()`,
      [merchantId, advanceMs],
    ),
  );
  if (debitAccount === null) return;
  const body = { debitAccount, advanceMs };
  await callSimulator(simulatorUrl, { method: "POST", path: "/sim/clock", body });
}
