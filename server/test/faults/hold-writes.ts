import { withClient } from "../postgres.ts";
import type { World } from "../world.ts";

/** Prevents all writes to a table, but not locks of its rows, until `work` ends. */
export async function holdWrites(world: World, table: string, work: () => Promise<void>): Promise<void> {
  await withClient(world.ownerUrl, async (client) => {
    await client.query("begin");
    await client.query(`lock table ${table} in share mode`);
    await work();
    await client.query("rollback");
  });
}

/** Resolves when this many statements wait for a lock, or `orElse` returns true. */
export async function untilBlocked(world: World, count: number, orElse = () => false): Promise<void> {
  while (!orElse()) {
    const [row] = await world.look<{ blocked: number }>(
      `select count(*)::int as blocked
       from pg_stat_activity
       where datname = current_database()
         and cardinality(pg_blocking_pids(pid)) > 0`,
    );
    if (row!.blocked >= count) return;
  }
}
