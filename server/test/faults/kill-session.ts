import { setTimeout as sleep } from "node:timers/promises";
import type { World } from "../world.ts";

const SESSIONS = `
  select pid
  from pg_stat_activity
  where datname = current_database()
    and usename <> current_user
  order by pid`;

/**
 * Kills one session of the application. PostgreSQL then ends all others and recovers. This resolves when it is back,
 * and not in the moment before, in which other sessions still get answers.
 */
export async function killSession(world: World, dice: () => number): Promise<void> {
  const before = await world.look<{ pid: number }>(SESSIONS);
  const killed = before[Math.floor(dice() * before.length)]!.pid;
  process.kill(killed, "SIGKILL");
  const old = new Set(before.map(({ pid }) => pid));
  for (;;) {
    const now = await world.look<{ pid: number }>(SESSIONS).catch(() => null);
    if (now !== null && !now.some(({ pid }) => old.has(pid))) return;
    await sleep(20);
  }
}
