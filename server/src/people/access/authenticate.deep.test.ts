import assert from "node:assert/strict";
import { test } from "node:test";
import type { Context } from "#lib/context";
import { newId } from "#lib/ids";
import { makeWorld } from "#test/world";
import { makeTestClient } from "./api-client.ts";
import { makeToken } from "./credentials.ts";
import {
  AccessError,
  authenticate,
  authorize,
  changeApiClient,
  changeMerchant,
  resetApiClient,
} from "./index.ts";

const world = await makeWorld();
const ip = "203.0.113.7";

const fails = (code: keyof typeof AccessError.texts) => (error: unknown) => AccessError.is(error, code);

test("a token names its caller with all that a call must know", async () => {
  const { ctx } = world;
  const client = await makeTestClient(ctx, { statusMode: "always-200", ratePerMinute: 77 });
  const { token } = await authorize(ctx, { ...client, ip });
  const settings = {
    syncWaitMs: 0,
    allowLoopbackWebhooks: true,
    payoutsEnabled: false,
    apisEnabled: true,
    tokenRequestorId: null,
  };
  await changeMerchant(ctx, client.merchantId, { settings });
  assert.deepEqual(await authenticate(ctx, { token, ip }), {
    merchantId: client.merchantId,
    organizationId: client.organizationId,
    clientId: client.clientId,
    mode: "sandbox",
    statusMode: "always-200",
    scope: "pay",
    fundSourceIds: null,
    ratePerMinute: 77,
    settings,
  });
  await changeApiClient(ctx, client.merchantId, { statusMode: "rest", ratePerMinute: 78 });
  const after = await authenticate(ctx, { token, ip });
  assert.deepEqual([after.statusMode, after.ratePerMinute], ["rest", 78]);
});

test("a token works only from the address that asked for it, however that is written", async () => {
  const { ctx } = world;
  const client = await makeTestClient(ctx);
  const { token } = await authorize(ctx, { ...client, ip });
  await authenticate(ctx, { token, ip: "::ffff:203.0.113.7" });
  await authenticate(ctx, { token, ip: "::ffff:cb00:7107" });
  for (const from of ["203.0.113.8", "2001:db8::1", "::1", "", "unknown"]) {
    await assert.rejects(authenticate(ctx, { token, ip: from }), fails("ip_not_allowed"), from);
  }
  const local = await authorize(ctx, { ...client, ip: "::1" });
  await authenticate(ctx, { token: local.token, ip: "127.0.0.1" });
});

test("a token of one merchant names no other, whatever is put before its dot", async () => {
  const { ctx } = world;
  const [one, two] = [await makeTestClient(ctx), await makeTestClient(ctx)];
  const [tokenOne, tokenTwo] = [await authorize(ctx, { ...one, ip }), await authorize(ctx, { ...two, ip })];
  const random = tokenOne.token.split(".")[1];
  const forged = `${tokenTwo.token.split(".")[0]}.${random}`;
  await assert.rejects(authenticate(ctx, { token: forged, ip }), fails("token_invalid"));
  assert.equal((await authenticate(ctx, { token: tokenOne.token, ip })).merchantId, one.merchantId);
});

test("texts that are no token, and tokens never issued, are refused", async () => {
  const { ctx } = world;
  const client = await makeTestClient(ctx);
  const { token } = await authorize(ctx, { ...client, ip });
  const flipped = token.slice(0, -1) + (token.endsWith("A") ? "B" : "A");
  const wrong = [
    "",
    "x",
    `Bearer ${token}`,
    `${token} `,
    flipped,
    makeToken(client.merchantId),
    makeToken(newId()),
  ];
  for (const text of wrong) {
    await assert.rejects(authenticate(ctx, { token: text, ip }), fails("token_invalid"), text);
  }
});

test("a token ends when it expires or is revoked, or its key pair is switched off or reset", async () => {
  const { ctx } = world;
  const endings = [
    `update access.token
     set issued_at = now() - interval '1 h',
         expires_at = now() - interval '1 s'
     where merchant_id = $1`,
    "update access.token set revoked_at = now() where merchant_id = $1",
    "update access.api_client set active = false where merchant_id = $1",
    "update access.api_client set version = 2 where merchant_id = $1",
  ];
  for (const ending of endings) {
    const client = await makeTestClient(ctx);
    const { token } = await authorize(ctx, { ...client, ip });
    await authenticate(ctx, { token, ip });
    await world.look(ending, [client.merchantId]);
    await assert.rejects(authenticate(ctx, { token, ip }), fails("token_invalid"), ending);
  }
  const client = await makeTestClient(ctx);
  const { token } = await authorize(ctx, { ...client, ip });
  const reset = await resetApiClient(ctx, client.merchantId);
  await assert.rejects(authenticate(ctx, { token, ip }), fails("token_invalid"));
  await assert.rejects(authorize(ctx, { ...client, ip }), fails("bad_credentials"));
  const again = await authorize(ctx, { ...reset, ip });
  await authenticate(ctx, { token: again.token, ip });
});

test("calls of one merchant that come together ask the database together", async () => {
  const client = await makeTestClient(world.ctx);
  const tokens = await Promise.all(Array.from({ length: 5 }, () => authorize(world.ctx, { ...client, ip })));
  let transactions = 0;
  const { db } = world.ctx;
  const counting: Context["db"] = {
    ...db,
    look: (merchantId, ask) => {
      transactions += 1;
      return db.look(merchantId, ask);
    },
  };
  const ctx = { ...world.ctx, db: counting };
  const callers = await Promise.all(
    Array.from({ length: 300 }, (_, index) => authenticate(ctx, { token: tokens[index % 5]!.token, ip })),
  );
  assert.ok(callers.every((caller) => caller.merchantId === client.merchantId));
  assert.equal(transactions, 1);
});

test("thousands of interleaved calls of twenty merchants each get their own caller", async () => {
  const { ctx } = world;
  const clients = await Promise.all(Array.from({ length: 20 }, () => makeTestClient(ctx)));
  const tokens = await Promise.all(clients.map((client) => authorize(ctx, { ...client, ip })));
  const bad = makeToken(clients[0]!.merchantId);
  const worker = async (start: number): Promise<void> => {
    for (let call = 0; call < 100; call += 1) {
      const index = (start * 7 + call * 3) % 20;
      const caller = await authenticate(ctx, { token: tokens[index]!.token, ip });
      assert.equal(caller.merchantId, clients[index]!.merchantId);
      if (call % 25 === 0)
        await assert.rejects(authenticate(ctx, { token: bad, ip }), fails("token_invalid"));
    }
  };
  await Promise.all(Array.from({ length: 40 }, (_, start) => worker(start)));
});
