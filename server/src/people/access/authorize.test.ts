import assert from "node:assert/strict";
import { constants, publicEncrypt } from "node:crypto";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { withinOneMinute } from "#test/within-one-minute";
import { makeWorld } from "#test/world";
import { makeTestClient } from "./api-client.ts";
import { makeClientId, makeSecret } from "./credentials.ts";
import { AccessError, authenticate, authorize, changeApiClient, changeMerchant } from "./index.ts";

const world = await makeWorld();
const ip = "203.0.113.7";

const fails = (code: keyof typeof AccessError.texts) => (error: unknown) => AccessError.is(error, code);

const databaseSeconds = async (): Promise<number> => {
  const [row] = await world.look<{ seconds: number }>("select extract(epoch from now())::float8 as seconds");
  return row!.seconds;
};

const sign = (client: { clientId: string; publicKeyPem: string }, seconds: number | string): string =>
  publicEncrypt(
    { key: client.publicKeyPem, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha1" },
    Buffer.from(`${client.clientId}.${seconds}`),
  ).toString("base64");

test("a token lasts 600 s, and older tokens stay valid", async () => {
  const { ctx } = world;
  const client = await makeTestClient(ctx);
  const secondsBefore = await databaseSeconds();
  const first = await authorize(ctx, { ...client, ip });
  const second = await authorize(ctx, { ...client, ip });
  const life = first.expiresAt.getTime() / 1000 - secondsBefore;
  assert.ok(life >= 600 && life < 660, `lives ${life} s`);
  assert.notEqual(first.token, second.token);
  for (const { token } of [first, second]) {
    assert.equal((await authenticate(ctx, { token, ip })).merchantId, client.merchantId);
  }
});

test("an unknown client, a wrong secret and another merchant's secret are refused alike", async () => {
  const { ctx } = world;
  const [one, two] = [await makeTestClient(ctx), await makeTestClient(ctx)];
  const wrong = [
    { clientId: one.clientId, clientSecret: two.clientSecret },
    { clientId: one.clientId, clientSecret: makeSecret("sandbox") },
    { clientId: one.clientId, clientSecret: one.clientSecret.slice(0, -1) },
    { clientId: one.clientId, clientSecret: "" },
    { clientId: makeClientId("sandbox", one.merchantId), clientSecret: one.clientSecret },
    { clientId: makeClientId("sandbox", newId()), clientSecret: one.clientSecret },
    { clientId: "", clientSecret: "" },
    { clientId: "\0' or true --", clientSecret: "\0" },
  ];
  const errors = await Promise.all(
    wrong.map((keys) => authorize(ctx, { ...keys, ip }).catch((error) => error)),
  );
  for (const error of errors) {
    assert.ok(AccessError.is(error, "bad_credentials"), String(error));
    assert.deepEqual(error.details, {});
  }
});

test("switched-off APIs give no token, and stop the tokens that are out", async () => {
  const { ctx } = world;
  const client = await makeTestClient(ctx);
  const { token } = await authorize(ctx, { ...client, ip });
  await changeMerchant(ctx, client.merchantId, { settings: { apisEnabled: false } });
  await assert.rejects(authorize(ctx, { ...client, ip }), fails("apis_disabled"));
  await assert.rejects(authenticate(ctx, { token, ip }), fails("apis_disabled"));
  await assert.rejects(authorize(ctx, { ...client, clientSecret: "x", ip }), fails("bad_credentials"));
  await changeMerchant(ctx, client.merchantId, { settings: { apisEnabled: true } });
  await authenticate(ctx, { token, ip });
});

test("a sandbox without an allowlist is open to all, one with a list to those on it", async () => {
  const { ctx } = world;
  const client = await makeTestClient(ctx);
  for (const from of [ip, "2001:db8::1", "::ffff:198.51.100.1", "127.0.0.1"]) {
    await authorize(ctx, { ...client, ip: from });
  }
  await changeApiClient(ctx, client.merchantId, { ipAllowlist: ["203.0.113.0/24", "2001:db8::/32"] });
  for (const from of [ip, "::ffff:203.0.113.255", "2001:db8:ffff::1"])
    await authorize(ctx, { ...client, ip: from });
  for (const from of ["203.0.112.255", "2001:db9::1", "::ffff:198.51.100.1", "127.0.0.1", "no address", ""]) {
    await assert.rejects(authorize(ctx, { ...client, ip: from }), fails("ip_not_allowed"), from);
  }
});

test("a narrower allowlist ends the tokens of the addresses that it leaves out, at once", async () => {
  const { ctx } = world;
  const client = await makeTestClient(ctx);
  const [kept, left] = [ip, "2001:db8::1"];
  const tokenOf = async (from: string) => (await authorize(ctx, { ...client, ip: from })).token;
  const open = [await tokenOf(kept), await tokenOf(left)] as const;
  await changeApiClient(ctx, client.merchantId, { ipAllowlist: ["203.0.113.0/24", "2001:db8::/32"] });
  const listed = [await tokenOf(kept), await tokenOf(left)] as const;
  for (const token of [open[1], listed[1]]) await authenticate(ctx, { token, ip: left });

  await changeApiClient(ctx, client.merchantId, { ipAllowlist: ["203.0.113.7"] });
  for (const token of [open[0], listed[0]]) await authenticate(ctx, { token, ip: kept });
  for (const token of [open[1], listed[1]])
    await assert.rejects(authenticate(ctx, { token, ip: left }), fails("ip_not_allowed"));
});

test("a token that a signature gave does not ask the allowlist", async () => {
  const { ctx } = world;
  const client = await makeTestClient(ctx, { mode: "live", ipAllowlist: ["198.51.100.1"] });
  const { token } = await authorize(ctx, { ...client, ip, signature: sign(client, await databaseSeconds()) });
  await changeApiClient(ctx, client.merchantId, { ipAllowlist: ["198.51.100.2"] });
  await authenticate(ctx, { token, ip });
  const listed = await authorize(ctx, { ...client, ip: "198.51.100.2" });
  await changeApiClient(ctx, client.merchantId, { ipAllowlist: [] });
  await authenticate(ctx, { token, ip });
  await assert.rejects(
    authenticate(ctx, { token: listed.token, ip: "198.51.100.2" }),
    fails("ip_not_allowed"),
  );
});

test("a live merchant without an allowlist requires a signature", async () => {
  const { ctx } = world;
  const client = await makeTestClient(ctx, { mode: "live" });
  await assert.rejects(authorize(ctx, { ...client, ip }), fails("ip_not_allowed"));
  const seconds = await databaseSeconds();
  const { token } = await authorize(ctx, { ...client, ip, signature: sign(client, seconds) });
  await authenticate(ctx, { token, ip });
  await changeApiClient(ctx, client.merchantId, { ipAllowlist: [ip] });
  await authorize(ctx, { ...client, ip });
  await assert.rejects(authorize(ctx, { ...client, ip: "203.0.113.8" }), fails("ip_not_allowed"));
});

test("a signature is valid for ten minutes either way, by the database's clock and no other", async () => {
  const { ctx } = world;
  const client = await makeTestClient(ctx, { ipAllowlist: ["198.51.100.1"] });
  const seconds = await databaseSeconds();
  const attempt = (offset: number) =>
    authorize(ctx, { ...client, ip, signature: sign(client, seconds + offset) });
  await attempt(0.814);
  await attempt(-590);
  await attempt(599);
  await assert.rejects(attempt(-601), fails("ip_not_allowed"));
  await assert.rejects(attempt(660), fails("ip_not_allowed"));
  await world.look("insert into lib.merchant_clock (merchant_id, offset_ms) values ($1, $2)", [
    client.merchantId,
    3_600_000,
  ]);
  const { token } = await attempt(0);
  await assert.rejects(attempt(3_600), fails("ip_not_allowed"));
  await authenticate(ctx, { token, ip });
});

test("the signature of another client does not help, nor does a signature without the secret", async () => {
  const { ctx } = world;
  const client = await makeTestClient(ctx, { mode: "live" });
  const other = await makeTestClient(ctx, { mode: "live" });
  const seconds = await databaseSeconds();
  const signature = sign(client, seconds);
  await assert.rejects(
    authorize(ctx, { ...client, ip, signature: sign(other, seconds) }),
    fails("ip_not_allowed"),
  );
  await assert.rejects(authorize(ctx, { ...client, ip, signature: "" }), fails("ip_not_allowed"));
  const guess = { ...client, clientSecret: other.clientSecret, ip, signature };
  await assert.rejects(authorize(ctx, guess), fails("bad_credentials"));
  await authorize(ctx, { ...client, ip, signature });
});

/** Runs `work` with no failures counted, until it ends in the minute in which it began. */
const withinMinute = (work: () => Promise<void>): Promise<void> =>
  withinOneMinute(world, async () => {
    await world.look("delete from access.failure_window");
    await work();
  });

const codeOf = (error: unknown): string => (AccessError.is(error) ? error.code : String(error));

test("of 200 guesses at once ten are answered as wrong, then the right secret is refused too", async () => {
  await withinMinute(async () => {
    const ctx = world.openContext();
    const client = await makeTestClient(ctx);
    const guess = () => authorize(ctx, { ...client, clientSecret: makeSecret("sandbox"), ip }).catch(codeOf);
    const answers = await Promise.all(Array.from({ length: 200 }, guess));
    assert.equal(answers.filter((answer) => answer === "bad_credentials").length, 10);
    assert.equal(answers.filter((answer) => answer === "too_many_attempts").length, 190);
    await assert.rejects(authorize(ctx, { ...client, ip }), fails("too_many_attempts"));
    // The owner, at another address, is not locked out by the stranger.
    await authorize(ctx, { ...client, ip: "198.51.100.1" });
  });
});

test("an address that fails with many clients is refused for all, an IPv6 line as a whole", async () => {
  await withinMinute(async () => {
    const ctx = world.openContext();
    const client = await makeTestClient(ctx);
    const guess = (index: number) =>
      authorize(ctx, {
        clientId: makeClientId("sandbox", newId()),
        clientSecret: "x",
        ip: `2001:db8:5::${index.toString(16)}`,
      }).catch(codeOf);
    const answers = await Promise.all(Array.from({ length: 120 }, (_, index) => guess(index)));
    assert.equal(answers.filter((answer) => answer === "bad_credentials").length, 100);
    await assert.rejects(authorize(ctx, { ...client, ip: "2001:db8:5::ffff" }), fails("too_many_attempts"));
    await authorize(ctx, { ...client, ip: "2001:db8:5:1::1" });
  });
});

test("failures of another minute do not count, and are forgotten after an hour", async () => {
  const { ctx } = world;
  const client = await makeTestClient(ctx);
  const guess = () => authorize(ctx, { ...client, clientSecret: "x", ip: "198.51.100.9" }).catch(codeOf);
  await Promise.all(Array.from({ length: 40 }, guess));
  // A process that has seen no failure yet knows them from the database alone.
  const fresh = world.openContext();
  await world.look("update access.failure_window set window_start = window_start - interval '1 minute'");
  await authorize(fresh, { ...client, ip: "198.51.100.9" });
  await world.look("update access.failure_window set window_start = window_start - interval '2 hours'");
  await authorize(world.openContext(), { ...client, clientSecret: "x", ip: "198.51.100.10" }).catch(codeOf);
  const [left] = await world.look<{ rows: number }>(
    "select count(*)::integer as rows from access.failure_window",
  );
  assert.equal(left!.rows, 2);
});

test("tokens that expired long ago are swept out when a new one is issued", async () => {
  const { ctx } = world;
  const client = await makeTestClient(ctx);
  await authorize(ctx, { ...client, ip });
  await world.look(
    `update access.token
     set issued_at = now() - interval '3 hours', expires_at = now() - interval '2 hours'
     where merchant_id = $1`,
    [client.merchantId],
  );
  await authorize(ctx, { ...client, ip });
  const tokens = await world.look("select 1 from access.token where merchant_id = $1", [client.merchantId]);
  assert.equal(tokens.length, 1);
});
