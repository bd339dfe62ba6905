import type { Context } from "#lib/context";
import { AccessError } from "./errors.ts";

/**
 * Throws `wrong_master_key` unless every master key that data was ever sealed under is given. Every process calls it
 * when it starts. The first start, and a start with an added key, write the check values.
 */
export async function checkMasterKey(ctx: Context): Promise<void> {
  const given = ctx.vault.fingerprints;
  await ctx.db.directory(async (tx) => {
    // Serialises two first starts with different keys: the second must find what the first wrote.
    await tx.query("select pg_advisory_xact_lock(hashtextextended('access.master_key', 0))");
    const known = await tx.query<{ fingerprint: string }>(
      `select fingerprint
       from access.master_key`,
    );
    const missing = known.filter((key) => !given.includes(key.fingerprint));
    if (missing.length > 0) throw AccessError.wrong_master_key({ missing: missing.length });
    await tx.execute(
      `insert into access.master_key (fingerprint)
       select unnest($1::text[])
       on conflict (fingerprint) do nothing`,
      [given],
    );
  });
}
