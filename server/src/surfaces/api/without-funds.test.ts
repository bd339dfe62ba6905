/** A transfer beyond the balance fails without a queue: on every way in, with its event, and finally. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { topUp } from "#fund-sources";
import { registerTransfers } from "#transfers";
import { makeApprovers } from "#test/make-approvers";
import { makeWorld } from "#test/world";
import { sendOrder, type Way } from "#test/literals/send-orders";
import { freshId, openStage, type Client } from "#test/literals/stage";

registerTransfers();
const world = await makeWorld();
const stage = await openStage(world);
const NOT_ENOUGH = "Not enough available balance in the account.";

async function makePoor(balancePaise = 1_00n): Promise<Client> {
  return stage.makeClient("always-200", { balancePaise });
}

/** Returns the status, reason and events of a transfer. */
async function endOf(client: Client, transferId: string): Promise<unknown[]> {
  const { body } = await client.call("GET", "/v1/getTransferStatus", { query: { transferId } });
  const { status, reason } = body.data!.transfer as Record<string, unknown>;
  const events = await world.look<{ type: string }>(
    `select event.type
     from webhooks.event
     join transfers.transfer
       on transfer.merchant_id = event.merchant_id
      and transfer.transfer_id = event.subject_id
     where event.merchant_id = $1
       and transfer.transfer_key = $2`,
    [client.merchant.merchantId, transferId],
  );
  return [status, reason, ...events.map(({ type }) => type)];
}

const FAILED = ["FAILED", "INSUFFICIENT_BALANCE", "TRANSFER_FAILED"];

const WAYS: readonly (readonly [Way, string])[] = [
  [{ operation: "requestTransfer", version: "v1" }, "412"],
  [{ operation: "requestTransfer", version: "v1.2" }, "400"],
  [{ operation: "requestAsyncTransfer", version: "v1" }, "412"],
  [{ operation: "directTransfer", version: "v1.2" }, "400"],
];

test("each call answers in the contract's words, once and again, and the transfer has failed", async () => {
  for (const [way, subCode] of WAYS) {
    const client = await makePoor();
    const transferId = freshId("t");
    const { body } = await sendOrder(client, way, { fields: { transferId } });
    assert.deepEqual([body.subCode, body.message], [subCode, NOT_ENOUGH]);
    assert.deepEqual(await endOf(client, transferId), FAILED);
  }
});

test("the same answer is given to the same id after a top-up, whatever the mode", async () => {
  const client = await makePoor();
  const ask = async () =>
    client.call("POST", "/v1.2/directTransfer", {
      headers: { "idempotency-key": freshId("key") },
      body: {
        amount: "10.00",
        transferId: "wallet_1",
        transferMode: "paytm",
        beneDetails: {
          phone: "9876543210",
          name: "Asha Rao",
          email: "asha@example.com",
          address1: "12 MG Road",
        },
      },
    });
  const first = await ask();
  assert.deepEqual([first.body.subCode, first.body.message], ["400", NOT_ENOUGH]);
  const { merchantId, fundSourceId } = client.merchant;
  await topUp(world.ctx, merchantId, {
    bankId: "meghdoot",
    utr: "LATER",
    amountPaise: 1_000_00n,
    fundSourceId,
  });
  const again = await ask();
  assert.deepEqual([again.body.subCode, again.body.message], ["400", NOT_ENOUGH]);
  assert.equal(again.headers.get("idempotent-replayed"), "true");
  assert.deepEqual(await endOf(client, "wallet_1"), FAILED);
});

test("an approved transfer that the money is missing for fails too", async () => {
  const client = await makePoor();
  const approvers = await makeApprovers(world, client.merchant, "transfer");
  await approvers.require(1);
  const transferId = freshId("t");
  await sendOrder(client, { operation: "requestTransfer", version: "v1.2" }, { fields: { transferId } });
  const [row] = await world.look<{ id: string }>(
    "select transfer_id as id from transfers.transfer where merchant_id = $1 and transfer_key = $2",
    [client.merchant.merchantId, transferId],
  );
  await approvers.decide(row!.id, "asha", "approve");
  const [status, reason, ...events] = await endOf(client, transferId);
  assert.deepEqual([status, reason, events.at(-1)], ["FAILED", "INSUFFICIENT_BALANCE", "TRANSFER_FAILED"]);
});
