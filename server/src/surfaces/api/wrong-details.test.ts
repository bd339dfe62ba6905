/** Details that are wrong at the bank: FAILED for a caller that waits for the outcome, else REJECTED. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { verifyLedger } from "#proof";
import { runtimeOf } from "#transfers";
import { makeWorld } from "#test/world";
import { bodyOf, magic, sendBody, type Way } from "#test/literals/send-orders";
import { freshId, openStage } from "#test/literals/stage";

const world = await makeWorld();
const stage = await openStage(world);
const freshKey = (): Record<string, string> => ({ "idempotency-key": freshId("key") });

/** The simulated banks' accounts for: no such account, no such IFSC, and a bank that declines. */
const [UNKNOWN, BAD_IFSC, DECLINED] = ["909090909001", "909090909005", "909090909008"] as const;

async function endOf(way: Way, bankAccount: string): Promise<unknown[]> {
  const client = await stage.makeClient("rest", { balancePaise: 1_000_00n });
  const body = await bodyOf(client, way, { payee: magic(bankAccount), fields: { transferMode: "imps" } });
  const first = await sendBody(client, way, body, freshKey());
  await runtimeOf(world.ctx).idle();
  const again = await sendBody(client, way, body, freshKey());
  assert.deepEqual([again.body.subCode, again.body.message], [first.body.subCode, first.body.message]);
  const query = { transferId: String(body["transferId"]) };
  const heard = await client.call("GET", "/v1.2/getTransferStatus", { query });
  const { status } = heard.body.data!["transfer"] as { status: string };
  const events = await world.look<{ type: string }>(
    "select type from webhooks.event where merchant_id = $1 and type like 'TRANSFER_%'",
    [client.merchant.merchantId],
  );
  const balance = await client.call("GET", "/v1/getBalance");
  assert.equal(balance.body.data!["availableBalance"], "1000.00");
  return [first.body.message, status, ...events.map(({ type }) => type)];
}

test("the asynchronous flow rejects them, and answers as it did when asked again", async () => {
  for (const version of ["v1", "v1.2"] as const) {
    const way: Way = { operation: "requestAsyncTransfer", version };
    for (const account of [UNKNOWN, BAD_IFSC])
      assert.deepEqual(await endOf(way, account), ["Transfer Initiated", "REJECTED", "TRANSFER_REJECTED"]);
  }
  assert.deepEqual((await verifyLedger(world.ctx)).findings, []);
});

test("what else a bank refuses has failed, and the synchronous flow fails for wrong details too", async () => {
  const asynchronous = await endOf({ operation: "requestAsyncTransfer", version: "v1.2" }, DECLINED);
  assert.deepEqual(asynchronous.slice(1), ["FAILED", "TRANSFER_FAILED"]);
  const synchronous = await endOf({ operation: "requestTransfer", version: "v1.2" }, UNKNOWN);
  assert.deepEqual(synchronous.slice(1), ["FAILED", "TRANSFER_FAILED"]);
  assert.deepEqual((await verifyLedger(world.ctx)).findings, []);
});
