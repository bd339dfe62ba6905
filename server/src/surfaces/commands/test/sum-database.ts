import type { World } from "#test/world";

/** Returns a checksum of every table by its name, except of those that reading may change. */
export async function sumDatabase({ look }: World): Promise<Record<string, string>> {
  const tables = await look<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name
     from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')
     order by 1`,
  );
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    if (NOTED.has(name)) continue;
    const [row] = await look<{ sum: string }>(
      `select md5(string_agg(whole::text, ',' order by whole::text)) as sum from ${name} as whole`,
    );
    sums[name] = row!.sum;
  }
  return sums;
}

/**
 * The time when a session was last seen, attempts to log in that an identity provider did not vouch for, and figures
 * that are computed from transfers and cached.
 */
const NOTED = new Set(["access.session", "access.failure_window", "figures.day", "figures.tally"]);
