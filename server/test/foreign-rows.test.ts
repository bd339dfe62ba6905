/** At each home PostgreSQL refuses another merchant's row, in whatever set it is written. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeWorld } from "#test/world";

const world = await makeWorld({ twoHomes: true });
const { ctx } = world;
const second = world.secondHome!.name;
const places = [
  { home: "first", own: await world.makeMerchant({ home: "first" }) },
  { home: second, own: await world.makeMerchant({ home: second }) },
];

/** The tables of merchants into which the application may insert. */
const tables = await world.look<{ name: string }>(`
  select t.oid::regclass::text as name
  from pg_class t
  join pg_attribute a on a.attrelid = t.oid and a.attname = 'merchant_id'
  where t.relkind = 'r'
    and t.relrowsecurity
    and has_any_column_privilege('vitaran_app', t.oid, 'insert')
  order by 1`);

for (const { home, own } of places) {
  test(`at the home ${home}, no table takes a set with a row of another merchant`, async () => {
    assert.ok(tables.length > 80, String(tables.length));
    const neighbour = await world.makeMerchant({ home });
    for (const other of [neighbour, ...places.map((place) => place.own)]) {
      if (other.merchantId === own.merchantId) continue;
      for (const { name } of tables) {
        // Row level security is checked before the other columns are.
        const write = `insert into ${name} (merchant_id) select id from unnest($1::uuid[]) as id`;
        const rows = [other.merchantId, own.merchantId];
        await assert.rejects(
          ctx.db.inMerchant(own.merchantId, (tx) => tx.execute(write, [rows])),
          { code: "42501", message: /row-level security/ },
          name,
        );
      }
    }
  });

  test(`at the home ${home}, functions that write do so with the rights of their caller`, async () => {
    const functions = await ctx.db.inMerchant(own.merchantId, (tx) =>
      tx.query<{ name: string }>(
        `select oid::regproc::text as name
         from pg_proc
         where prosecdef
           and prosrc ~* '\\m(insert into|update|delete from)\\M'
           and has_function_privilege('vitaran_app', oid, 'execute')`,
      ),
    );
    assert.deepEqual(functions, []);
  });
}
