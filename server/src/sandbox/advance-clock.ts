/** Moves the test clock far ahead as time would pass: from each moment with something due to the next. */
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import { pauseWork } from "#lib/work-loop";
import { runtimeOf } from "#transfers";
import { countEvents } from "#webhooks";
import { type Due, readMoments } from "#worker";
import { alignClock } from "./align-clock.ts";
import { type ClockTurn, inClockTurn } from "./clock-turn.ts";
import { type ClockMove, readClock, type TestClock, wakeAll } from "./move-clock.ts";
import { callSimulator } from "./simulator.ts";
import { makeQuiet } from "./work-to-quiet.ts";

/** The most that the clock moves in one call. */
export const ADVANCE_MAX_MS = 31 * 86_400_000;

/** Moments that are this close together are one stop. */
const TOGETHER_MS = 1_000;
/** The number of stops after which moments of polls and retries are grouped. */
const REPEATS_APART = 300;
/** After that, the wait for polls and retries is at least this fraction of the whole way. */
const REPEATS_SHARE = 500;

/** A stop of the clock on its way, and the number of items of each kind that were due there. */
export interface ClockStop {
  readonly at: Date;
  readonly due: Readonly<Record<string, number>>;
}

export interface ClockAdvance extends TestClock {
  readonly from: Date;
  /** False if this process is stopping, and the clock stands at the last stop that it reached. */
  readonly arrived: boolean;
  /** The number of items of each kind that were due on the way. */
  readonly due: Readonly<Record<string, number>>;
  /** Events of the merchant, by type. */
  readonly happened: readonly { readonly type: string; readonly events: number }[];
  readonly stops: readonly ClockStop[];
}

/**
 * Moves a sandbox merchant's clock forward, here and at its simulated banks, and stops wherever something is
 * due. Everything due at a stop is done by the workers' code before the clock moves on. Moves of one clock
 * take turns. Throws SandboxError.clock_is_moving.
 */
export function advanceClock(ctx: Context, merchantId: string, move: ClockMove): Promise<ClockAdvance> {
  const { advanceMs: aheadMs, debitAccount, simulatorUrl } = move;
  return inClockTurn(ctx, merchantId, {
    aheadMs,
    async move(turn) {
      const goOn = pauseWork(ctx, merchantId);
      try {
        // An earlier move may have ended after it moved only one of the two clocks.
        if (debitAccount !== null) await alignClock(ctx, merchantId, { simulatorUrl, debitAccount });
        const { now: from } = await readClock(ctx, merchantId);
        const { stops, arrived } = await walk(ctx, merchantId, { turn, move });
        const happened = await ctx.db.inMerchant(merchantId, (tx) => countEvents(tx, from));
        const clock = await readClock(ctx, merchantId);
        return { ...clock, movingTo: null, from, arrived, due: sumDue(stops), happened, stops };
      } finally {
        goOn();
        await wakeAll(ctx, merchantId);
      }
    },
  });
}

async function walk(
  ctx: Context,
  merchantId: string,
  { turn, move }: { turn: ClockTurn; move: ClockMove },
): Promise<{ stops: ClockStop[]; arrived: boolean }> {
  const toQuiet = makeQuiet(ctx, merchantId);
  const stops: ClockStop[] = [];
  await toQuiet();
  for (let leftMs = move.advanceMs; leftMs > 0;) {
    if (runtimeOf(ctx).stopping) return { stops, arrived: false };
    const repeatsMs = stops.length < REPEATS_APART ? TOGETHER_MS : move.advanceMs / REPEATS_SHARE;
    const nextMs = Math.min(await waitForOurs(ctx, merchantId, repeatsMs), await waitForBanks(move));
    const stepMs = Math.ceil(Math.min(nextMs, leftMs));
    leftMs = await turn.shift(stepMs);
    crashPoint("sandbox.clock.shifted");
    await shiftBanks(move, stepMs);
    stops.push(await toQuiet());
  }
  return { stops, arrived: true };
}

/** Returns the milliseconds until something of ours is due. */
async function waitForOurs(ctx: Context, merchantId: string, repeatsMs: number): Promise<number> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const waitOf = ({ next, repeats }: Due): number =>
      next === null
        ? Number.POSITIVE_INFINITY
        : Math.max(next.getTime() - tx.now.getTime(), repeats ? repeatsMs : 0, TOGETHER_MS);
    return Math.min(...(await readMoments(tx)).map(waitOf));
  });
}

/** Returns the milliseconds until something happens at the simulated banks. */
async function waitForBanks({ simulatorUrl, debitAccount }: ClockMove): Promise<number> {
  if (debitAccount === null) return Number.POSITIVE_INFINITY;
  const path = `/sim/clock?debitAccount=${debitAccount}`;
  const { now, nextAt } = (await callSimulator(simulatorUrl, { method: "GET", path })) as {
    now: string;
    nextAt: string | null;
  };
  if (nextAt === null) return Number.POSITIVE_INFINITY;
  return Math.max(Date.parse(nextAt) - Date.parse(now), TOGETHER_MS);
}

async function shiftBanks({ simulatorUrl, debitAccount }: ClockMove, advanceMs: number): Promise<void> {
  if (debitAccount === null) return;
  const body = { debitAccount, advanceMs };
  await callSimulator(simulatorUrl, { method: "POST", path: "/sim/clock", body });
}

function sumDue(stops: readonly ClockStop[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { due } of stops)
    for (const [kind, count] of Object.entries(due)) sums[kind] = (sums[kind] ?? 0) + count;
  return sums;
}
