/**
 * Moves the test clock far ahead as time would pass: from each moment with something due to the next. At each,
 * everything that is due is done, until nothing more follows.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "#lib/context";
import { crashPoint, CrashError } from "#lib/crash-points";
import { logFault } from "#lib/db-errors";
import { newId } from "#lib/ids";
import { pauseWork } from "#lib/worker";
import { runtimeOf } from "#transfers";
import { countEvents } from "#webhooks";
import { type Due, readMoments, WORKERS } from "#worker";
import { SandboxError } from "./errors.ts";
import { type ClockMove, readClock, type TestClock, wakeAll } from "./move-clock.ts";
import { callSimulator } from "./simulator.ts";

/** Aligns the simulated banks' clock with the merchant's: one of the two may have been moved alone. */
export async function alignClock(
  ctx: Context,
  merchantId: string,
  { simulatorUrl, debitAccount }: { simulatorUrl: string; debitAccount: string },
): Promise<void> {
  const { now, offsetMs } = await readClock(ctx, merchantId);
  const askedAt = performance.now();
  const path = `/sim/clock?debitAccount=${debitAccount}`;
  const shown = (await callSimulator(simulatorUrl, { method: "GET", path })) as { now: string };
  const behindMs = now.getTime() - new Date(shown.now).getTime();
  // A small difference is only the request's duration. The clock moves back only for a start in the past.
  const isSame = behindMs < 1_000 && behindMs + performance.now() - askedAt > -1_000;
  if (isSame || (behindMs < 0 && offsetMs >= 0)) return;
  const body = { debitAccount, advanceMs: behindMs, wait: false };
  await callSimulator(simulatorUrl, { method: "POST", path: "/sim/clock", body });
}

// Takes turns at moving a merchant's clock: one mover at a time, in all processes; others wait.

/** If a process dies, the next one can move the clock after this time. */
const LEASE_MS = 15_000;
const ASK_EVERY_MS = 100;
const WAIT_MAX_MS = 10 * 60_000;

interface ClockTurn {
  /** Moves the clock forward, and returns the milliseconds that are left to the end of this move. */
  shift(ms: number): Promise<number>;
}

/**
 * Calls `move` when no other process moves the merchant's clock; the move ends `aheadMs` after the clock's
 * time then. Throws SandboxError.clock_is_moving if others take longer than ten minutes.
 */
async function inClockTurn<T>(
  ctx: Context,
  merchantId: string,
  { aheadMs, move }: { aheadMs: number; move: (turn: ClockTurn) => Promise<T> },
): Promise<T> {
  const mover = newId();
  const give = (sql: string, ...more: unknown[]) =>
    ctx.db.inMerchant(merchantId, (tx) => tx.query<{ leftMs: number }>(sql, [merchantId, mover, ...more]));
  const askedAt = performance.now();
  while ((await give(TAKE, aheadMs, LEASE_MS)).length === 0) {
    if (performance.now() - askedAt > WAIT_MAX_MS) throw SandboxError.clock_is_moving();
    await sleep(ASK_EVERY_MS);
  }
  const renew = (): void =>
    void give(SHIFT, 0, LEASE_MS).catch((err: unknown) => ctx.log.warn({ err }, LATE));
  const renewing = setInterval(renew, LEASE_MS / 3);
  try {
    return await move({
      async shift(ms) {
        const [shifted] = await give(SHIFT, ms, LEASE_MS);
        if (shifted === undefined) throw new Error("another process moves the clock by now");
        return shifted.leftMs;
      },
    });
  } finally {
    clearInterval(renewing);
    await give(LEAVE);
  }
}

const LATE = "the turn to move a clock could not be renewed";

const TAKE = `
  insert into lib.merchant_clock as clock (merchant_id, offset_ms, mover, target_ms, leased_until)
  values ($1, 0, $2, $3::bigint, clock_timestamp() + $4 * interval '1 ms')
  on conflict (merchant_id) do update
  set mover = excluded.mover,
    target_ms = clock.offset_ms + $3::bigint,
    leased_until = excluded.leased_until
  where clock.leased_until is null
    or clock.leased_until < clock_timestamp()
  returning (target_ms - offset_ms)::float8 as "leftMs"`;

const SHIFT = `
  update lib.merchant_clock
  set offset_ms = offset_ms + $3::bigint,
    leased_until = clock_timestamp() + $4 * interval '1 ms',
    moved_at = now()
  where merchant_id = $1
    and mover = $2
  returning (target_ms - offset_ms)::float8 as "leftMs"`;

const LEAVE = `
  update lib.merchant_clock
  set mover = null, target_ms = null, leased_until = null
  where merchant_id = $1
    and mover = $2
  returning (0)::float8 as "leftMs"`;

/** The most that the clock moves in one call. */
export const ADVANCE_MAX_MS = 31 * 86_400_000;

/** Moments that are this close together are one stop. */
const TOGETHER_MS = 1_000;
/** The number of stops after which moments of polls and retries are grouped. */
const REPEATS_APART = 300;
/** After that, the wait for polls and retries is at least this fraction of the whole way. */
const REPEATS_SHARE = 500;

/** A stop of the clock on its way, and the number of items of each kind that were due there. */
interface ClockStop {
  readonly at: Date;
  readonly due: Readonly<Record<string, number>>;
}

interface ClockAdvance extends TestClock {
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

const ROUNDS_MAX = 20;
/** One kind of work delays the clock for at most this real time (ms): an endpoint or bank may not respond. */
const PATIENCE_MS = 5_000;

interface Seen {
  readonly at: Date;
  readonly moments: readonly Due[];
  /** The number of events since the last stop. */
  readonly events: number;
}

/** Makes the function that works until quiet; it returns the moment and what was due then, by kind. */
function makeQuiet(ctx: Context, merchantId: string): () => Promise<ClockStop> {
  const workOnce = makeRound(ctx, merchantId);
  let since: Date | null = null;
  const look = (): Promise<Seen> =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const [moments, counts] = await Promise.all([readMoments(tx), countEvents(tx, since ?? tx.now)]);
      return { at: tx.now, moments, events: counts.reduce((sum, { events }) => sum + events, 0) };
    });
  return async () => {
    const first = await look();
    // Work in progress before the first stop counts as new.
    let before: Seen = { ...first, events: since === null ? -1 : 0 };
    since ??= first.at;
    let latest = first;
    for (let round = 1; round <= ROUNDS_MAX; round += 1) {
      // A poll makes no work for others until it finds something.
      const isBusy =
        latest.events > before.events || latest.moments.some(({ now, repeats }) => now > 0 && !repeats);
      const due = new Set(latest.moments.flatMap(({ worker, now }) => (now > 0 ? [worker] : [])));
      if (!isBusy && due.size === 0) break;
      await workOnce((name) => isBusy || due.has(name));
      before = latest;
      latest = await look();
      // Work that remains due without any change waits for something else, such as a response on its way.
      if (signOf(before) === signOf(latest)) break;
    }
    since = latest.at;
    return { at: first.at, due: dueOf(first.moments) };
  };
}

/** Makes the function that lets each wanted worker do its due work once. */
function makeRound(ctx: Context, merchantId: string) {
  // Work beyond its patience continues beside the clock, and does not start again before it has ended.
  const running = new Set<string>();
  const workSafely = async (
    name: string,
    work: NonNullable<(typeof WORKERS)[number]["work"]>,
  ): Promise<void> => {
    running.add(name);
    try {
      await work(ctx, merchantId);
    } catch (error) {
      if (error instanceof CrashError) throw error;
      const text = "work failed; it is found due again";
      logFault(ctx.log, error, { facts: { worker: name, merchantId }, text });
    } finally {
      running.delete(name);
    }
  };
  return async (isWanted: (name: string) => boolean): Promise<void> => {
    for (const { name, work } of WORKERS) {
      if (work === undefined || running.has(name) || !isWanted(name)) continue;
      const patience = new AbortController();
      const tooLong = sleep(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => undefined);
      await Promise.race([workSafely(name, work), tooLong]).finally(() => patience.abort());
    }
  };
}

const signOf = ({ moments, events }: Seen): string =>
  JSON.stringify([events, ...moments.map(({ now, next }) => [now, next])]);

const dueOf = (moments: readonly Due[]): Record<string, number> =>
  Object.fromEntries(moments.filter(({ now }) => now > 0).map(({ kind, now }) => [kind, now]));
