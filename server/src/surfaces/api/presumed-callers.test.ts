/** Orders begin with what was last known of their token; its state when they are accepted decides. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { inspect } from "node:util";
import {
  AccessError,
  authenticate,
  changeApiClient,
  changeMerchant,
  presumeCaller,
  resetApiClient,
} from "#access";
import { acceptTransfer, runtimeOf, type TransferOrder } from "#transfers";
import { startCommitCutter } from "#test/cut-commits";
import { makeWorld } from "#test/world";
import { addBeneficiary } from "#test/literals/requests";
import { credentials, freshId, openStage, type Client, type Heard } from "#test/literals/stage";

const world = await makeWorld();
const stage = await openStage(world);

interface Order {
  readonly transferId: string;
  readonly heard: Promise<Heard>;
}

interface Orderer extends Client {
  readonly beneId: string;
  order(changes?: { fields?: object; token?: string }): Order;
}

/** Makes a client whose token the server knows: the next order does not wait for a lookup of it. */
async function makeKnownClient(): Promise<Orderer> {
  const client = await stage.makeClient("rest");
  const beneId = await addBeneficiary(client, {});
  const order: Orderer["order"] = ({ fields = {}, token = client.token } = {}) => {
    const transferId = freshId("order");
    const body = { beneId, amount: "10.00", transferId, ...fields };
    return { transferId, heard: client.call("POST", "/v1/requestTransfer", { body, token }) };
  };
  const first = order();
  assert.equal((await first.heard).body.status, "SUCCESS");
  const known = presumeCaller(world.ctx, { token: client.token, ip: "127.0.0.1" });
  assert.equal(known?.caller.merchantId, client.merchant.merchantId);
  return { ...client, beneId, order };
}

const countOrders = async ({ merchant }: Client): Promise<number> =>
  (await world.look("select from transfers.transfer where merchant_id = $1", [merchant.merchantId])).length;

const isKnown = ({ token }: Client): boolean => presumeCaller(world.ctx, { token, ip: "127.0.0.1" }) !== null;

const TOKEN_INVALID = [403, "403", "Token is not valid"];
const say = ({ httpStatus, body }: Heard) => [httpStatus, body.subCode, body.message];

test("a token that ended meanwhile orders nothing, and its bad orders are not read to it", async () => {
  const client = await makeKnownClient();
  await resetApiClient(world.ctx, client.merchant.merchantId);
  assert.ok(isKnown(client));
  assert.deepEqual(say(await client.order().heard), TOKEN_INVALID);
  assert.ok(!isKnown(client), "the next call is let no further than its token");
  assert.deepEqual(say(await client.order({ fields: { amount: "none" } }).heard), TOKEN_INVALID);
  const phone = { beneId: undefined, transferMode: "phone", beneDetails: { phone: "7170000001", name: "A" } };
  assert.deepEqual(say(await client.order({ fields: phone }).heard), TOKEN_INVALID);
  const body = { ...phone, amount: "10.00", transferId: freshId("phone") };
  const direct = await client.call("POST", "/v1.2/directTransfer", { body });
  assert.deepEqual(say(direct), TOKEN_INVALID);
  assert.equal(await countOrders(client), 1);
  const lookups = await world.look("select from phone.lookup where merchant_id = $1", [
    client.merchant.merchantId,
  ]);
  assert.equal(lookups.length, 0);
});

test("of orders that come together only those are left out whose token ended", async () => {
  const client = await makeKnownClient();
  const { body } = await client.call("POST", "/v1/authorize", {
    headers: credentials(client.merchant),
    token: null,
  });
  const other = body.data!["token"] as string;
  assert.equal((await client.order({ token: other }).heard).body.status, "SUCCESS");
  await world.look("update access.token set revoked_at = now() where token_hash = $1", [
    createHash("sha256").update(other).digest(),
  ]);
  const orders = Array.from({ length: 12 }, (_, n) => client.order(n % 3 === 0 ? { token: other } : {}));
  const heard = await Promise.all(orders.map((one) => one.heard));
  for (const [n, one] of heard.entries()) {
    if (n % 3 === 0) assert.deepEqual(say(one), TOKEN_INVALID);
    else assert.equal(one.body.status, "SUCCESS", one.body.message);
  }
  const made = await world.look<{ key: string }>(
    "select transfer_key as key from transfers.transfer where merchant_id = $1 order by reference_id",
    [client.merchant.merchantId],
  );
  const wanted = orders.filter((_, n) => n % 3 !== 0).map((one) => one.transferId);
  assert.deepEqual(
    made
      .slice(2)
      .map((row) => row.key)
      .sort(),
    wanted.sort(),
  );
});

test("what changed about a caller holds for the next order, which is taken once", async () => {
  const client = await makeKnownClient();
  const { merchantId } = client.merchant;
  await changeApiClient(world.ctx, merchantId, { statusMode: "always-200" });
  const refused = await client.order({ fields: { amount: "none" } }).heard;
  assert.deepEqual([refused.httpStatus, refused.body.status], [200, "ERROR"]);
  await changeMerchant(world.ctx, merchantId, { settings: { payoutsEnabled: false } });
  const off = await client.order().heard;
  assert.deepEqual(
    [off.body.status, off.body.message.includes("not available")],
    ["ERROR", true],
    off.body.message,
  );
  await changeMerchant(world.ctx, merchantId, { settings: { payoutsEnabled: true } });
  assert.equal((await client.order().heard).body.status, "SUCCESS");
  assert.equal(await countOrders(client), 2);
  await changeMerchant(world.ctx, merchantId, { settings: { apisEnabled: false } });
  assert.equal((await client.order().heard).body.status, "ERROR");
  await changeMerchant(world.ctx, merchantId, { settings: { apisEnabled: true } });
  await changeApiClient(world.ctx, merchantId, { ipAllowlist: ["203.0.113.9"] });
  assert.match((await client.order().heard).body.message, /IP/);
  assert.equal(await countOrders(client), 2);
});

test("bad orders and payments to phones are answered by what the token is now", async () => {
  for (const fields of [{ amount: "none" }, { transferMode: "phone" }]) {
    const client = await makeKnownClient();
    await resetApiClient(world.ctx, client.merchant.merchantId);
    assert.ok(isKnown(client));
    assert.deepEqual(say(await client.order({ fields }).heard), TOKEN_INVALID);
    assert.equal(await countOrders(client), 1);
  }
});

test("a minute that is used up is looked at again with the limit as it is now", async () => {
  const client = await makeKnownClient();
  const { merchantId } = client.merchant;
  const change = (ratePerMinute: number) => changeApiClient(world.ctx, merchantId, { ratePerMinute });
  await change(3);
  const heard: Heard[] = [];
  while (heard.at(-1)?.httpStatus !== 429) heard.push(await client.order().heard);
  await change(1_000);
  assert.ok(isKnown(client));
  assert.equal((await client.order().heard).body.status, "SUCCESS");
  await change(3);
  await resetApiClient(world.ctx, merchantId);
  assert.deepEqual(say(await client.order().heard), TOKEN_INVALID);
});

test("a limit that was lowered holds for the very next orders, and for bad ones", async () => {
  const client = await makeKnownClient();
  const { merchantId } = client.merchant;
  for (let n = 0; n < 5; n += 1) await client.order().heard;
  await changeApiClient(world.ctx, merchantId, { ratePerMinute: 4 });
  assert.ok(isKnown(client));
  const heard = await Promise.all(
    Array.from({ length: 8 }, (_, n) => client.order({ fields: n === 0 ? { amount: "none" } : {} }).heard),
  );
  for (const one of heard) {
    assert.deepEqual(say(one).slice(0, 2), [429, "429"]);
    assert.equal(one.headers.get("ratelimit-limit"), "4");
  }
  assert.equal(await countOrders(client), 6);
});

test("when the answer to a commit is lost, orders that were left out of it are not taken for others", async () => {
  const client = await makeKnownClient();
  const { merchantId } = client.merchant;
  let cuts = 1;
  const { databaseUrl } = await startCommitCutter(world, {
    decide: (statements) =>
      /into transfers[.]counter/.test(statements.join(";")) && cuts > 0 ? "after" : null,
    onCut: () => void (cuts -= 1),
  });
  const ctx = world.openContext({ databaseUrl, connections: 2 });
  const given = { token: client.token, ip: "127.0.0.1" };
  await authenticate(ctx, given);
  const orders = Array.from({ length: 5 }, (_, n): TransferOrder => {
    const presumed = presumeCaller(ctx, given)!;
    const other = { ...presumed, found: { ...presumed.found, ip: "203.0.113.1" } };
    return {
      transferKey: freshId("cut"),
      payee: { beneId: client.beneId },
      amountPaise: 100n * BigInt(n + 1),
      mode: "banktransfer",
      remarks: "",
      fundSourceId: null,
      presumed: n % 2 === 1 ? other : presumed,
    };
  });
  const taken = await Promise.allSettled(orders.map((order) => acceptTransfer(ctx, merchantId, order)));
  await runtimeOf(ctx).idle();
  assert.equal(cuts, 0);
  for (const [n, one] of taken.entries()) {
    if (n % 2 === 1) {
      assert.ok(one.status === "rejected" && AccessError.is(one.reason, "caller_changed"));
      continue;
    }
    assert.ok(one.status === "fulfilled" && one.value.kind === "accepted", inspect(one));
    assert.equal(one.value.transfer.transferKey, orders[n]!.transferKey);
  }
  assert.equal(await countOrders(client), 1 + 3);
});
