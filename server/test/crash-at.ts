import assert from "node:assert/strict";
import { CrashError, setCrashHook } from "#lib/crash-points";
import type { World } from "./world.ts";

/**
 * Runs work in a process that stops at a visit of a crash point; returns true if it got there. Returns after PostgreSQL
 * has ended the dead process's transactions, because until then its locks remain and workers skip locked rows.
 */
export async function crashAt(
  world: Pick<World, "look">,
  point: string,
  work: () => Promise<unknown>,
  visit = 1,
): Promise<boolean> {
  let visits = 0;
  let isDead = false;
  setCrashHook((passed) => {
    if (passed === point) visits += 1;
    isDead ||= visits === visit;
    if (isDead) throw new CrashError(passed);
  });
  try {
    await work();
  } catch (error) {
    assert.ok(error instanceof CrashError, String(error));
  } finally {
    setCrashHook(null);
  }
  if (isDead) await whenSessionsEnd(world);
  return isDead;
}

/** Resolves when every transaction that is open now has ended. */
async function whenSessionsEnd(world: Pick<World, "look">): Promise<void> {
  const [now] = await world.look<{ at: string }>("select clock_timestamp()::text as at");
  const isAnyOpen = async (): Promise<boolean> => (await world.look(FIND_OPEN, [now!.at])).length > 0;
  while (await isAnyOpen()) await new Promise((resolve) => setTimeout(resolve, 5));
}

const FIND_OPEN = `
  select pid
  from pg_stat_activity
  where datname = current_database()
    and usename <> current_user
    and xact_start <= $1::timestamptz`;
