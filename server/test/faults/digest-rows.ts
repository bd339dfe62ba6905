/** Finds out if anything of a merchant has changed, in every row of every table that holds rows of merchants. */
import assert from "node:assert/strict";
import type { World } from "../world.ts";

/**
 * Returns the tables and views with rows of merchants, from the catalog, so that a new one is included automatically.
 */
export async function findMerchantTables(world: World, kinds = "rp"): Promise<string[]> {
  const rows = await world.look<{ name: string }>(
    `select oid::regclass::text as name
     from pg_class
     where relkind = any (string_to_array($1, null)::"char"[])
       and exists (
         select from pg_attribute
         where attrelid = pg_class.oid and attname = 'merchant_id' and not attisdropped
       )
     order by 1`,
    [kinds],
  );
  return rows.map(({ name }) => name);
}

/** Returns a digest of the merchant's rows by table; tables without any are left out. */
async function digestRows(
  world: World,
  merchantId: string,
  tables: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const digests = tables.map(
    (table) => `
      select '${table}' as name, count(*) || ' rows ' || md5(string_agg(row, chr(10) order by row)) as digest
      from (select one::text as row from ${table} as one where merchant_id = $1) as rows`,
  );
  const found = await world.look<{ name: string; digest: string | null }>(digests.join(" union all "), [
    merchantId,
  ]);
  return Object.fromEntries(found.flatMap(({ name, digest }) => (digest === null ? [] : [[name, digest]])));
}

/** Runs something that must leave a merchant's rows unchanged, and fails with the tables that changed. */
export async function mustNotChange<T>(
  world: World,
  { merchantId, tables, what }: { merchantId: string; tables: readonly string[]; what: string },
  work: () => Promise<T>,
): Promise<T> {
  const before = await digestRows(world, merchantId, tables);
  const answer = await work();
  assert.deepEqual(await digestRows(world, merchantId, tables), before, `${what} changed rows`);
  return answer;
}
