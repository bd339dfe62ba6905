/** The priority of an order among those that wait for money, over HTTP. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { topUp, WALLET_ID } from "#fund-sources";
import { admitTransfers, setQueuingTime } from "#transfers";
import { makeWorld } from "#test/world";
import { sendOrder, type Way } from "#test/literals/send-orders";
import { freshId, openStage, type Client } from "#test/literals/stage";

const world = await makeWorld();
const stage = await openStage(world);

const WAYS: readonly Way[] = [
  { operation: "requestTransfer", version: "v1.2" },
  { operation: "requestAsyncTransfer", version: "v1.2" },
  { operation: "directTransfer", version: "v1.2" },
];

async function send(client: Client, way: Way, priority?: number): Promise<string> {
  const transferId = freshId("t");
  const fields = { transferId, amount: "100.00", ...(priority === undefined ? {} : { priority }) };
  await sendOrder(client, way, { fields });
  return transferId;
}

async function isQueued(client: Client, transferId: string): Promise<boolean> {
  const { body } = await client.call("GET", "/v1.2/getTransferStatus", { query: { transferId } });
  return (body.data!.transfer as { status: string }).status === "QUEUED";
}

for (const way of WAYS) {
  test(`${way.operation}: of those that wait for money the higher priority goes first, then the earlier`, async () => {
    for (const mode of ["rest", "always-200"] as const) {
      const client = await stage.makeClient(mode, { balancePaise: 0n, syncWaitMs: 0 });
      const { merchantId } = client.merchant;
      await setQueuingTime(world.ctx, merchantId, { hours: 24, by: "system" });
      const sent = new Map<string, string>();
      for (const priority of [undefined, -100, 100, 0, 7]) {
        sent.set(String(priority), await send(client, way, priority));
      }
      const order: string[] = [];
      while (order.length < sent.size) {
        // Enough for one transfer with its fee and tax, but not for two.
        const money = { bankId: "meghdoot", fundSourceId: WALLET_ID, amountPaise: 110_00n };
        await topUp(world.ctx, merchantId, { ...money, utr: freshId("UTR") });
        await admitTransfers(world.ctx, merchantId);
        const before = order.length;
        for (const [priority, transferId] of sent) {
          if (!order.includes(priority) && !(await isQueued(client, transferId))) order.push(priority);
        }
        assert.equal(order.length, before + 1);
      }
      assert.deepEqual(order, ["100", "7", "undefined", "0", "-100"]);
    }
  });
}

test("a repeat with another priority is the same order, as its turn is nothing that is paid", async () => {
  const client = await stage.makeClient("rest");
  const body = { transferId: freshId("t"), amount: "10.00", transferMode: "upi" };
  const beneDetails = { name: "Asha Rao", vpa: "success@upi" };
  const ask = (more: object) =>
    client.call("POST", "/v1.2/directTransfer", {
      body: { ...body, beneDetails, ...more },
      headers: { "idempotency-key": freshId("key") },
    });
  const first = await ask({});
  const again = await ask({ priority: 5 });
  assert.deepEqual(again.body, first.body);
  assert.equal(again.headers.get("idempotent-replayed"), "true");
});
