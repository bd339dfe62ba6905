import assert from "node:assert/strict";
import { test } from "node:test";
import { countGaps, flushCalls, listCalls, logCall, pruneCalls, readLastUse } from "#calls";
import { newId } from "#lib/ids";
import { makeWorld } from "#test/world";
import { freshId, openStage } from "#test/literals/stage";

const world = await makeWorld();
const stage = await openStage(world);
const { ctx } = world;

const listed = async (merchantId: string, filter: Parameters<typeof listCalls>[2] = {}) => {
  await flushCalls(ctx);
  return listCalls(ctx, merchantId, filter);
};

test("a call is logged with what became of it, and nothing that was in it", async () => {
  const client = await stage.makeClient("rest", { balancePaise: 10_000_00n });
  const { merchantId, clientId } = client.merchant;
  const transferId = freshId("order");
  const order = {
    transferId,
    amount: "100.00",
    transferMode: "banktransfer",
    beneDetails: {
      name: "Asha Rao",
      email: "asha@example.com",
      phone: "9876543210",
      address1: "Pune",
      bankAccount: "026291800001191",
      ifsc: "YESB0000262",
    },
  };
  const heard = await client.call("POST", "/v1.2/directTransfer", { body: order });
  const refused = await client.call("POST", "/v1.2/directTransfer", {
    body: { ...order, transferId: `${transferId}b`, remarks: "a/b" },
    headers: { "x-request-id": "mine-1" },
  });
  assert.equal(refused.body.status, "ERROR");

  const [second, first] = await listed(merchantId);
  assert.equal(first!.requestId, heard.headers.get("x-request-id"));
  assert.deepEqual(
    [first!.method, first!.path, first!.httpStatus, first!.clientId, first!.ip, first!.refusal],
    ["POST", "/payout/v1.2/directTransfer", heard.httpStatus, clientId, "127.0.0.1", null],
  );
  assert.deepEqual([first!.objectKind, first!.objectKey], ["transfer", transferId]);
  assert.deepEqual([second!.requestId, second!.httpStatus], ["mine-1", 422]);
  assert.match(second!.refusal!, /^422 /);
  const rows = JSON.stringify(
    await world.look("select * from calls.call where merchant_id = $1", [merchantId]),
  );
  for (const secret of [
    "026291800001191",
    "Asha",
    "9876543210",
    client.token,
    client.merchant.clientSecret,
  ]) {
    assert.ok(!rows.includes(secret), secret);
  }

  assert.equal((await listed(merchantId, { requestId: "mine-1" })).length, 1);
  assert.equal((await listed(merchantId, { requestId: first!.requestId })).length, 1);
  assert.equal((await listed(merchantId, { objectKey: transferId })).length, 1);
  assert.deepEqual(
    (await listed(merchantId, { outcomes: ["refused"] })).map(({ requestId }) => requestId),
    ["mine-1"],
  );
  assert.equal((await listed(merchantId, { before: second!.callId })).length, 2);
  const lastUse = await ctx.db.inMerchant(merchantId, (tx) => readLastUse(tx, clientId));
  assert.deepEqual(lastUse, { at: second!.at, ip: "127.0.0.1" });
});

test("asking for a token is logged with its client, a wrong secret and a bad token without one", async () => {
  const client = await stage.makeClient("rest");
  const { merchantId, clientId, clientSecret } = client.merchant;
  const authorize = (secret: string) =>
    client.call("POST", "/v1/authorize", {
      token: null,
      headers: { "x-client-id": clientId, "x-client-secret": secret },
    });
  await authorize(clientSecret);
  await authorize("wrong");
  await client.call("GET", "/v1/getBalance", { token: `${client.token.slice(0, -3)}abc` });
  const calls = await listed(merchantId);
  assert.deepEqual(
    calls.slice(0, 3).map((call) => [call.path, call.clientId, call.refusal?.slice(0, 3) ?? null]),
    [
      ["/payout/v1/getBalance", null, "403"],
      ["/payout/v1/authorize", null, "401"],
      ["/payout/v1/authorize", clientId, null],
    ],
  );
});

test("v2 is logged by the code of its refusal", async () => {
  const client = await stage.makeClient("rest");
  const { merchantId, clientId, clientSecret } = client.merchant;
  await client.call("GET", "/transfers", {
    token: null,
    query: { transfer_id: "never" },
    headers: { "x-client-id": clientId, "x-client-secret": clientSecret },
  });
  const [call] = await listed(merchantId, { objectKey: "never" });
  assert.deepEqual(
    [call!.path, call!.httpStatus, call!.refusal, call!.objectKind],
    ["/payout/transfers", 404, "transfer_id_not_found", "transfer"],
  );
});

test("strangers cannot fill the log, and what was dropped is counted", async () => {
  const { merchantId } = await world.makeMerchant();
  const stranger = {
    merchantId,
    clientId: null,
    method: "POST",
    path: "/payout/v1/authorize",
    httpStatus: 401,
    durationMs: 1,
    ip: "192.0.2.1",
    refusal: "401",
    object: null,
    isOurId: true,
  } as const;
  const nobody = newId();
  for (let count = 0; count < 100; count += 1) {
    logCall(ctx, { ...stranger, requestId: newId() });
    logCall(ctx, { ...stranger, merchantId: nobody, requestId: newId() });
  }
  assert.equal((await listed(merchantId, { limit: 100 })).length, 60);
  const day = 86_400_000;
  const range = { from: new Date(Date.now() - day), to: new Date(Date.now() + day) };
  assert.equal(await ctx.db.inMerchant(merchantId, (tx) => countGaps(tx, range)), 40);
  const [made] = await world.look<{ count: bigint }>(
    "select count(*) from calls.call where merchant_id = $1",
    [nobody],
  );
  assert.equal(Number(made!.count), 0);
});

test("calls go after their time, whatever the test clock says", async () => {
  const client = await stage.makeClient("rest");
  const { merchantId } = client.merchant;
  await client.call("GET", "/v1/getBalance");
  assert.equal((await listed(merchantId)).length > 0, true);
  assert.equal(await pruneCalls(ctx, merchantId), 0);
  assert.equal((await pruneCalls(ctx, merchantId, 0)) > 0, true);
  assert.equal((await listed(merchantId)).length, 0);
});
