import assert from "node:assert/strict";
import { test } from "node:test";
import { makeWorld } from "#test/world";
import { makeTestClient } from "./api-client.ts";
import { authorize, takeRatePermit } from "./index.ts";

const world = await makeWorld();

const MERCHANT_TABLES = [
  "access.api_client",
  "access.rate_window",
  "access.token",
  "audit.chain",
  "audit.record",
];

test("row level security is forced for every table of merchant rows, with a check on writing", async () => {
  const rows = await world.look(
    `select c.oid::regclass::text as name, c.relrowsecurity and c.relforcerowsecurity as guarded,
       exists (select from pg_policy p where p.polrelid = c.oid and p.polwithcheck is not null) as checked
     from pg_class as c
     where c.oid = any ($1::regclass[])
     order by 1`,
    [MERCHANT_TABLES],
  );
  assert.deepEqual(
    rows,
    MERCHANT_TABLES.map((name) => ({ name, guarded: true, checked: true })),
  );
});

test("without a merchant, or as another one, the application sees no row and can write none", async () => {
  const { ctx } = world;
  const client = await makeTestClient(ctx);
  const other = await makeTestClient(ctx);
  await authorize(ctx, { ...client, ip: "203.0.113.7" });
  await takeRatePermit(ctx, { ...client, ratePerMinute: 10 });
  for (const table of MERCHANT_TABLES) {
    const count = `select count(*)::integer as rows from ${table} where merchant_id = $1`;
    const own = await ctx.db.inMerchant(client.merchantId, (tx) => tx.query(count, [client.merchantId]));
    assert.notDeepEqual(own, [{ rows: 0 }], table);
    const outside = await ctx.db.directory((tx) => tx.query(`select 1 from ${table}`));
    assert.equal(outside.length, 0, table);
    const foreign = await ctx.db.inMerchant(other.merchantId, (tx) => tx.query(count, [client.merchantId]));
    assert.deepEqual(foreign, [{ rows: 0 }], table);
  }
  const copy = ctx.db.inMerchant(other.merchantId, (tx) =>
    tx.execute(
      `insert into access.rate_window (merchant_id, client_id, window_start, used, leased)
       values ($1, 'x', now(), 0, 0)`,
      [client.merchantId],
    ),
  );
  await assert.rejects(copy, /row-level security/);
});

test("of a token the application can change nothing but its revocation", async () => {
  const { ctx } = world;
  const client = await makeTestClient(ctx);
  await authorize(ctx, { ...client, ip: "203.0.113.7" });
  for (const change of [
    "expires_at = 'infinity'",
    "ip = '198.51.100.1'",
    "secret_version = 2",
    "client_id = ''",
    "signed = true",
  ]) {
    const attempt = ctx.db.inMerchant(client.merchantId, (tx) =>
      tx.execute(`update access.token set ${change}`),
    );
    await assert.rejects(attempt, /permission denied/, change);
  }
});
