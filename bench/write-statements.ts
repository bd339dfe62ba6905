/** Writes down where PostgreSQL spent its time, by statement. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";

export const PROFILED_SETTINGS: Readonly<Record<string, string>> = {
  shared_preload_libraries: "pg_stat_statements",
  "pg_stat_statements.track": "all",
};

/** Writes the costliest statements to `statements.json` in `folder`. */
export async function writeStatements(owner: pg.Pool, folder: string): Promise<void> {
  await owner.query("create extension if not exists pg_stat_statements");
  const { rows } = await owner.query<object>(
    `select datname as database, calls::int, rows::int, round(total_exec_time::numeric, 1)::float as "totalMs",
       round(mean_exec_time::numeric, 3)::float as "meanMs", wal_bytes::float as "walBytes",
       shared_blks_hit::float as "pagesHit", regexp_replace(query, '\\s+', ' ', 'g') as query
     from pg_stat_statements
     join pg_database on pg_database.oid = dbid
     order by total_exec_time desc
     limit 60`,
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "statements.json"), `${JSON.stringify(rows, null, 2)}\n`);
}
