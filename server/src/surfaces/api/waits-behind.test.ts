/** A transfer that waits for money behind a larger one names it, until the money is there. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { topUp, WALLET_ID } from "#fund-sources";
import { readStory } from "#stories";
import { admitTransfers, registerTransfers, setQueuingTime } from "#transfers";
import { sendOrder } from "#test/literals/send-orders";
import { freshId, openStage } from "#test/literals/stage";
import { makeWorld } from "#test/world";

registerTransfers();
const world = await makeWorld();
const stage = await openStage(world);

test("a small order behind a large one names it in the answer and in its story", async () => {
  const client = await stage.makeClient("rest", { balancePaise: 100_00n });
  const { merchantId } = client.merchant;
  await setQueuingTime(world.ctx, merchantId, { hours: 4, by: "system" });
  const [large, small] = [freshId("large"), freshId("small")];
  const way = { operation: "requestTransfer", version: "v1.2" } as const;
  await sendOrder(client, way, { fields: { transferId: large, amount: "500.00" } });
  await sendOrder(client, way, { fields: { transferId: small, amount: "5.00" } });
  const read = async (transferId: string, version = "v1.2") => {
    const { body } = await client.call("GET", `/${version}/getTransferStatus`, { query: { transferId } });
    return body.data!.transfer as Record<string, unknown>;
  };
  const first = await read(large);
  const second = await read(small);
  assert.deepEqual([first.status, second.status], ["QUEUED", "QUEUED"]);
  assert.ok(!("waitsBehind" in first));
  const { referenceId } = first;
  assert.deepEqual(second.waitsBehind, { transferId: large, referenceId, amount: "500.00" });
  assert.ok(!("waitsBehind" in (await read(small, "v1"))));
  const { explanation } = await readStory(world.ctx, merchantId, { transferKey: small });
  assert.match(explanation.next.text, new RegExp(`${large} is before it`));
  assert.match(explanation.todo.text, new RegExp(`for ${large}, or cancel ${large}`));
  await topUp(world.ctx, merchantId, {
    ...{ bankId: "meghdoot", fundSourceId: WALLET_ID, amountPaise: 1_000_00n },
    utr: freshId("UTR"),
  });
  await admitTransfers(world.ctx, merchantId);
  assert.ok(!("waitsBehind" in (await read(small))));
  assert.notEqual((await read(small)).status, "QUEUED");
});
