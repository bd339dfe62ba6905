import assert from "node:assert/strict";
import { test } from "node:test";
import { verifyAuditChain } from "#audit";
import { VaultError } from "#lib/vault";
import { makeWorld } from "#test/world";
import { makeTestClient } from "./api-client.ts";
import {
  AccessError,
  authorize,
  changeApiClient,
  createApiClient,
  findOrCreateApiClient,
  findOrCreateMember,
  findStatusMode,
  readApiClient,
  readWebhookSecret,
  resetApiClient,
} from "./index.ts";

const world = await makeWorld();
const ip = "203.0.113.7";

const fails = (code: keyof typeof AccessError.texts) => (error: unknown) => AccessError.is(error, code);

const webhookSecret = (merchantId: string): Promise<string | null> =>
  world.ctx.db.inMerchant(merchantId, (tx) => readWebhookSecret(tx, world.ctx.vault));

test("a merchant has at most one key pair, also when two are generated at once", async () => {
  const { ctx } = world;
  const { merchantId, clientId } = await makeTestClient(ctx);
  await assert.rejects(createApiClient(ctx, merchantId, { name: "Second" }), fails("api_client_exists"));
  assert.equal((await ctx.db.inMerchant(merchantId, readApiClient))?.clientId, clientId);

  const other = await makeTestClient(ctx);
  await world.look("delete from access.api_client where merchant_id = $1", [other.merchantId]);
  const found = await Promise.all(
    [1, 2, 3].map(() => findOrCreateApiClient(ctx, other.merchantId, { name: "Seed" })),
  );
  assert.equal(new Set(found.map((keys) => keys.clientId)).size, 1);
  assert.equal(found.filter((keys) => keys.clientSecret !== null).length, 1);
});

test("no secret stands in any column of any table in clear", async () => {
  const { ctx } = world;
  const client = await makeTestClient(ctx);
  const password = "a password that is looked for";
  const { organizationId } = client;
  await findOrCreateMember(ctx, {
    organizationId,
    email: "a@example.com",
    name: "A",
    role: "admin",
    password,
  });
  const first = await authorize(ctx, { ...client, ip });
  const reset = await resetApiClient(ctx, client.merchantId);
  const second = await authorize(ctx, { ...reset, ip });

  const secrets = [client.clientSecret, reset.clientSecret, first.token, second.token, password];
  const needles = secrets.flatMap((secret) => {
    // The random part may contain "_" itself, so only the known prefixes are removed.
    const random = secret.replace(/^(?:vs_[a-z]+_|[^.]*\.)/, "");
    assert.ok(random.length >= 29);
    const forms = [random, Buffer.from(random).toString("base64").slice(0, 40)];
    return [...forms, Buffer.from(random).toString("hex"), Buffer.from(random, "base64url").toString("hex")];
  });
  // The inside of every PKCS #8 RSA key: the algorithm's object identifier.
  needles.push("2a864886f70d010101", "PRIVATE KEY");
  const tables = await world.look<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name
     from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  let rowsSeen = 0;
  for (const { name } of tables) {
    const rows = await world.look<{ row: string }>(`select each::text as row from ${name} as each`);
    rowsSeen += rows.length;
    for (const { row } of rows)
      for (const needle of needles) assert.ok(!row.includes(needle), `${name}: ${row}`);
  }
  assert.ok(rowsSeen >= 9);
});

test("the webhook signer reads the secret of now, sealed for this merchant and version only", async () => {
  const { ctx } = world;
  const one = await makeTestClient(ctx);
  const two = await makeTestClient(ctx);
  assert.equal(await webhookSecret(one.merchantId), one.clientSecret);
  const reset = await resetApiClient(ctx, one.merchantId);
  assert.equal(await webhookSecret(one.merchantId), reset.clientSecret);
  assert.notEqual(reset.clientSecret, one.clientSecret);

  const authentic = (error: unknown) => error instanceof VaultError && error.code === "not_authentic";
  await world.look(
    `update access.api_client as target set sealed_secret = source.sealed_secret
     from access.api_client as source
     where target.merchant_id = $1 and source.merchant_id = $2`,
    [two.merchantId, one.merchantId],
  );
  await assert.rejects(webhookSecret(two.merchantId), authentic);
  await world.look("update access.api_client set version = 1 where merchant_id = $1", [one.merchantId]);
  await assert.rejects(webhookSecret(one.merchantId), authentic);
});

test("a merchant without a key pair has no webhook secret and nothing to reset or change", async () => {
  const { ctx } = world;
  const { merchantId } = await makeTestClient(ctx);
  await world.look("delete from access.api_client where merchant_id = $1", [merchantId]);
  assert.equal(await webhookSecret(merchantId), null);
  await assert.rejects(resetApiClient(ctx, merchantId), fails("api_client_not_found"));
  await assert.rejects(changeApiClient(ctx, merchantId, {}), fails("api_client_not_found"));
});

test("what is changed of a key pair is changed, the rest stays, and the audit chain records both", async () => {
  const { ctx } = world;
  const { merchantId } = await makeTestClient(ctx, { ratePerMinute: 10 });
  const changed = await changeApiClient(ctx, merchantId, {
    ipAllowlist: ["203.0.113.7", "2001:DB8::/32"],
    by: "api-key:someone",
  });
  assert.deepEqual(changed.ipAllowlist, ["203.0.113.7/32", "2001:db8::/32"]);
  assert.deepEqual(await ctx.db.inMerchant(merchantId, readApiClient), changed);
  const again = await changeApiClient(ctx, merchantId, { statusMode: "always-200" });
  assert.deepEqual(again, { ...changed, statusMode: "always-200" });
  assert.equal(again.ratePerMinute, 10);

  const [record] = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<{ actor: string; detail: unknown }>(
      `select actor, detail
       from audit.record
       where merchant_id = $1 and action = 'access.api_client_changed'
       order by seq
       limit 1`,
      [merchantId],
    ),
  );
  const common = { statusMode: "rest", ratePerMinute: 10 };
  assert.deepEqual(record, {
    actor: "api-key:someone",
    detail: {
      before: { ...common, ipAllowlist: [] },
      after: { ...common, ipAllowlist: changed.ipAllowlist },
    },
  });
  assert.equal(await verifyAuditChain(ctx, merchantId), null);
});

test("bad allowlists and rates are refused, and nothing of them is kept", async () => {
  const { ctx } = world;
  const { merchantId } = await makeTestClient(ctx);
  const before = await ctx.db.inMerchant(merchantId, readApiClient);
  await assert.rejects(
    changeApiClient(ctx, merchantId, { ipAllowlist: ["10.0.0.1/8"] }),
    fails("bad_allowlist"),
  );
  for (const ratePerMinute of [0, -1, 1.5, Number.NaN, 10_000_001]) {
    await assert.rejects(changeApiClient(ctx, merchantId, { ratePerMinute }), fails("bad_setting"));
  }
  assert.deepEqual(await ctx.db.inMerchant(merchantId, readApiClient), before);
});

test("the status mode is found by client id or token, good or bad, and is rest when unknown", async () => {
  const { ctx } = world;
  const client = await makeTestClient(ctx, { statusMode: "always-200" });
  const { token } = await authorize(ctx, { ...client, ip });
  const { clientId } = client;
  assert.equal(await findStatusMode(ctx, { clientId, ip }), "always-200");
  assert.equal(await findStatusMode(ctx, { token, ip }), "always-200");
  assert.equal(await findStatusMode(ctx, { token: `${token.slice(0, -8)}AAAAAAAA`, ip }), "always-200");
  assert.equal(await findStatusMode(ctx, { clientId, token: "no token", ip }), "always-200");
  assert.equal(await findStatusMode(ctx, { clientId: "unknown", token: "", ip }), "rest");
  assert.equal(await findStatusMode(ctx, { ip }), "rest");
  const plain = await makeTestClient(ctx);
  assert.equal(await findStatusMode(ctx, { clientId: plain.clientId, ip }), "rest");
});
