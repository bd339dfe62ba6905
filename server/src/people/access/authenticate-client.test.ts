import assert from "node:assert/strict";
import { constants, publicEncrypt } from "node:crypto";
import { test } from "node:test";
import { makeWorld } from "#test/world";
import { makeSecret } from "./credentials.ts";
import { AccessError, authenticateClient, changeApiClient, changeMerchant, resetApiClient } from "./index.ts";
import { makeTestClient } from "./api-client.ts";

const world = await makeWorld();
const { ctx } = world;
const ip = "203.0.113.7";

const fails = (code: keyof typeof AccessError.texts) => (error: unknown) => AccessError.is(error, code);
const codeOf = (error: unknown): string => (AccessError.is(error) ? error.code : String(error));

const countTokens = async (): Promise<number> => (await world.look("select 1 from access.token")).length;

test("id and secret are enough, and nothing is written", async () => {
  const client = await makeTestClient(ctx);
  const before = await countTokens();
  const callers = await Promise.all(
    Array.from({ length: 20 }, () => authenticateClient(ctx, { ...client, ip })),
  );
  for (const { merchantId, clientId } of callers)
    assert.deepEqual([merchantId, clientId], [client.merchantId, client.clientId]);
  assert.equal(await countTokens(), before);
  assert.deepEqual(await world.look("select 1 from access.failure_window"), []);
});

test("in calls that come together, each is judged by its own secret and address", async () => {
  const client = await makeTestClient(ctx, { ipAllowlist: [ip] });
  const other = await makeTestClient(ctx);
  const asked = [
    { ...client, ip },
    { ...client, clientSecret: other.clientSecret, ip },
    { ...client, ip: "198.51.100.1" },
    { ...client, clientId: other.clientId, ip },
    { ...client, ip },
  ];
  const heard = await Promise.all(asked.map((one) => authenticateClient(ctx, one).then(() => "in", codeOf)));
  assert.deepEqual(heard, ["in", "bad_credentials", "ip_not_allowed", "bad_credentials", "in"]);
});

test("a live merchant without an allowlist must sign, and the switch of the APIs holds at once", async () => {
  const client = await makeTestClient(ctx, { mode: "live" });
  await assert.rejects(authenticateClient(ctx, { ...client, ip }), fails("ip_not_allowed"));
  const [row] = await world.look<{ seconds: number }>("select extract(epoch from now())::float8 as seconds");
  const signature = publicEncrypt(
    { key: client.publicKeyPem, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha1" },
    Buffer.from(`${client.clientId}.${row!.seconds}`),
  ).toString("base64");
  await authenticateClient(ctx, { ...client, ip, signature });
  const guess = { ...client, clientSecret: makeSecret("live"), ip, signature };
  await assert.rejects(authenticateClient(ctx, guess), fails("bad_credentials"));
  await changeApiClient(ctx, client.merchantId, { ipAllowlist: [ip] });
  await authenticateClient(ctx, { ...client, ip });
  await changeMerchant(ctx, client.merchantId, { settings: { apisEnabled: false } });
  await assert.rejects(authenticateClient(ctx, { ...client, ip }), fails("apis_disabled"));
});

test("after a reset the old secret is refused and the new one taken", async () => {
  const client = await makeTestClient(ctx);
  const { clientSecret } = await resetApiClient(ctx, client.merchantId);
  await assert.rejects(authenticateClient(ctx, { ...client, ip }), fails("bad_credentials"));
  await authenticateClient(ctx, { ...client, clientSecret, ip });
});

test("guesses are counted with those of authorize: ten are told, then even the right secret is refused", async () => {
  const minute = async (): Promise<number> => {
    const [row] = await world.look<{ minute: number }>(
      "select floor(extract(epoch from now()) / 60)::int as minute",
    );
    return row!.minute;
  };
  for (let started = await minute(); ; started = await minute()) {
    await world.look("delete from access.failure_window");
    const client = await makeTestClient(ctx);
    const wrong = { ...client, clientSecret: makeSecret("sandbox"), ip };
    const heard = await Promise.all(
      Array.from({ length: 60 }, () => authenticateClient(ctx, wrong).catch(codeOf)),
    );
    const last = await authenticateClient(ctx, { ...client, ip }).then(() => "in", codeOf);
    const elsewhere = await authenticateClient(ctx, { ...client, ip: "198.51.100.1" }).then(
      () => "in",
      codeOf,
    );
    // Limits are counted by the database's minute, so a run that spans two minutes proves nothing.
    if ((await minute()) !== started) continue;
    assert.equal(heard.filter((code) => code === "bad_credentials").length, 10);
    assert.equal(heard.filter((code) => code === "too_many_attempts").length, 50);
    assert.deepEqual([last, elsewhere], ["too_many_attempts", "in"]);
    return;
  }
});
