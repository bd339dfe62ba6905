/** Notices that a database was restored, and holds banks back before anything is sent from it. */
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import { beginRecoveryOfAll } from "./recover.ts";

/** The interval of this check, and so the precision of the moment that a restored database remembers. */
export const NOTICE_EVERY_MS = 60_000;

/**
 * Compares the database with the identity stored in it. They differ after a restore of a dump or base backup,
 * and after a failover to a standby; then it holds all banks back from the stored moment on (`beginRecovery`)
 * and returns true. It cannot notice a copied data folder. Must be called before anything is sent, and every
 * `NOTICE_EVERY_MS`. Safe to crash in, and for several processes at once.
 */
export async function noticeRestore(ctx: Context): Promise<boolean> {
  const identity = await readIdentity(ctx);
  if (identity === null) return false;
  const seen = await ctx.db.directory((tx) => tx.query(SEE, [identity]));
  if (seen.length > 0) return false;
  const [last] = await ctx.db.directory((tx) =>
    tx.query<{ identity: string; seenAt: Date }>(
      `select identity, seen_at as "seenAt" from reconciliation.database_seen`,
    ),
  );
  const { seenAt: since } = last!;
  ctx.log.error(
    { since, was: last!.identity, is: identity },
    "this database is a restored one, or a standby took over: each bank waits until its statements since then are in",
  );
  await beginRecoveryOfAll(ctx, { since, by: "system" });
  crashPoint("reconciliation.restore.held");
  await ctx.db.directory((tx) => tx.execute(REMEMBER, [identity, last!.identity]));
  return true;
}

/** Returns no row if another database is remembered. */
const SEE = `
  insert into reconciliation.database_seen as seen (identity, seen_at)
  values ($1, clock_timestamp())
  on conflict (the_only_one) do update
  set seen_at = excluded.seen_at
  where seen.identity = excluded.identity
  returning 1`;

const REMEMBER = `
  update reconciliation.database_seen
  set identity = $1, seen_at = clock_timestamp()
  where identity = $2`;

const NOT_ALLOWED = "42501";

/** Returns null if this database does not identify itself. */
async function readIdentity(ctx: Context): Promise<string | null> {
  try {
    const [database] = await ctx.db.directory((tx) => tx.query<{ identity: string }>(READ_IDENTITY));
    return database!.identity;
  } catch (error) {
    if ((error as { code?: unknown }).code !== NOT_ALLOWED) throw error;
    ctx.log.warn({ err: error }, "the database does not say which one it is: a restore would not be noticed");
    return null;
  }
}

const READ_IDENTITY = `
  select system_identifier || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) || '/' || database.oid as identity
  from pg_control_system()
  cross join pg_database as database
  where database.datname = current_database()`;
