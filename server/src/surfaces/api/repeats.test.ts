import assert from "node:assert/strict";
import { test } from "node:test";
import { operations, takesKey } from "#api";
import { addRule } from "#risk";
import { makeWorld } from "#test/world";
import { sampleOf, send } from "#test/literals/requests";
import { freshId, openStage } from "#test/literals/stage";
import { bodyOf, magic, sendBody, type Way } from "#test/literals/send-orders";

const world = await makeWorld();
const stage = await openStage(world);
const client = await stage.makeClient("rest");
const freshKey = (): Record<string, string> => ({ "idempotency-key": freshId("key") });

const ways: Way[] = [
  { operation: "requestTransfer", version: "v1" },
  { operation: "requestAsyncTransfer", version: "v1.2" },
  { operation: "directTransfer", version: "v1.2" },
];

const countTransfers = async (transferId: unknown): Promise<number> =>
  (await world.look("select 1 from transfers.transfer where transfer_key = $1", [transferId])).length;

for (const way of ways) {
  test(`${way.operation}: the same order with an Idempotency-Key gets its answer again`, async () => {
    const key = freshKey();
    const body = await bodyOf(client, way, {});
    const first = await sendBody(client, way, body, key);
    const again = await sendBody(client, way, body, key);
    assert.deepEqual(again.body, first.body);
    assert.equal(first.headers.get("idempotent-replayed"), null);
    assert.equal(again.headers.get("idempotent-replayed"), "true");
    assert.equal(await countTransfers(body.transferId), 1);
  });

  test(`${way.operation}: a refusal that was stored is said again, though it would pass now`, async () => {
    const key = freshKey();
    const poor = await stage.makeClient("rest", { balancePaise: 1_00n });
    const body = await bodyOf(poor, way, {});
    const first = await sendBody(poor, way, body, key);
    assert.equal(first.body.message, "Not enough available balance in the account.");
    const again = await sendBody(poor, way, body, key);
    assert.deepEqual(again.body, first.body);
    const without = await sendBody(poor, way, body);
    assert.equal(without.body.message, "Transfer Id already exists.");
  });

  test(`${way.operation}: what the shield takes for a duplicate is refused again in the same words`, async () => {
    const careful = await stage.makeClient("rest");
    await addRule(world.ctx, careful.merchant.merchantId, {
      kind: "duplicate",
      parameters: { periodMinutes: 60 },
      effect: "block",
      by: "system",
    });
    const body = await bodyOf(careful, way, {});
    await sendBody(careful, way, body);
    const key = freshKey();
    const twin = { ...body, transferId: freshId("twin") };
    const first = await sendBody(careful, way, twin, key);
    assert.notEqual(first.body.status, "SUCCESS");
    const again = await sendBody(careful, way, twin, key);
    assert.deepEqual(again.body, first.body);
    assert.equal(again.headers.get("idempotent-replayed"), "true");
  });

  test(`${way.operation}: many at once with one id make one transfer`, async () => {
    const body = await bodyOf(client, way, {});
    const heard = await Promise.all(Array.from({ length: 20 }, () => sendBody(client, way, body)));
    const taken = heard.filter(({ body: { subCode } }) => subCode === "200" || subCode === "201");
    assert.equal(taken.length, 1);
    assert.equal(await countTransfers(body.transferId), 1);
    const others = heard.filter((one) => one !== taken[0]);
    assert.ok(others.every(({ body: { message } }) => message === "Transfer Id already exists."));
  });
}

test("many at once with one id and an Idempotency-Key all hear the one outcome", async () => {
  const key = freshKey();
  const body = await bodyOf(client, ways[0]!, {});
  const heard = await Promise.all(Array.from({ length: 20 }, () => sendBody(client, ways[0]!, body, key)));
  assert.equal(new Set(heard.map((one) => JSON.stringify(one.body))).size, 1);
  assert.equal(heard[0]!.body.message, "Transfer completed successfully");
});

test("a failure at the bank is said again as the same failure", async () => {
  const key = freshKey();
  const body = await bodyOf(client, ways[0]!, { payee: magic("909090909008") });
  const first = await sendBody(client, ways[0]!, body, key);
  assert.equal(first.body.message, "Transfer attempt failed at the bank.");
  assert.deepEqual((await sendBody(client, ways[0]!, body, key)).body, first.body);
});

test("every operation that writes gives the same key its first answer again, and other content 409", async () => {
  const replaying: string[] = [];
  for (const operation of operations.filter(takesKey)) {
    const { name, versions } = operation;
    const sample = await sampleOf(client, name, versions[0]!);
    const asked = { headers: { ...sample.asked.headers, ...freshKey() } };
    const first = await send(client, sample, asked);
    if (first.httpStatus >= 300) continue;
    replaying.push(name);
    const again = await send(client, sample, asked);
    assert.deepEqual([again.body, again.httpStatus], [first.body, first.httpStatus], name);
    assert.equal(again.headers.get("idempotent-replayed"), "true", name);
    const other = await send(client, { ...sample, path: `${sample.path}?more=1` }, asked);
    assert.deepEqual([other.body.status, other.body.subCode], ["ERROR", "409"], name);
    assert.match(other.body.message, /^Idempotency-Key belongs to another request: POST \/payout\/v1/, name);
  }
  assert.ok(replaying.length >= 8, replaying.join());
});
