/** Takes turns at moving a merchant's clock: one mover at a time, in all processes; others wait. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "#lib/context";
import { newId } from "#lib/ids";
import { SandboxError } from "./errors.ts";

/** If a process dies, the next one can move the clock after this time. */
const LEASE_MS = 15_000;
const ASK_EVERY_MS = 100;
const WAIT_MAX_MS = 10 * 60_000;

export interface ClockTurn {
  /** Moves the clock forward, and returns the milliseconds that are left to the end of this move. */
  shift(ms: number): Promise<number>;
}

/**
 * Calls `move` when no other process moves the merchant's clock; the move ends `aheadMs` after the clock's
 * time then. Throws SandboxError.clock_is_moving if others take longer than ten minutes.
 */
export async function inClockTurn<T>(
  ctx: Context,
  merchantId: string,
  { aheadMs, move }: { aheadMs: number; move: (turn: ClockTurn) => Promise<T> },
): Promise<T> {
  const mover = newId();
  const give = (sql: string, ...more: unknown[]) =>
    ctx.db.directory((tx) => tx.query<{ leftMs: number }>(sql, [merchantId, mover, ...more]));
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
