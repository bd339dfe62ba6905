/** Amounts of the v2 API are JSON numbers and are taken to the paisa. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeWorld } from "#test/world";
import { askV2, openV2, soundOrderV2 } from "#test/v2-client";

const world = await makeWorld();
const client = await openV2(world);

const countOf = async (transferId: unknown): Promise<number> => {
  const [row] = await world.look<{ count: number }>(
    "select count(*)::int as count from transfers.transfer where merchant_id = $1 and transfer_key = $2",
    [client.merchant.merchantId, transferId],
  );
  return row!.count;
};

const paiseOf = async (transferId: unknown): Promise<bigint> => {
  const [row] = await world.look<{ paise: bigint }>(
    "select amount_paise as paise from transfers.transfer where merchant_id = $1 and transfer_key = $2",
    [client.merchant.merchantId, transferId],
  );
  return BigInt(row!.paise);
};

test("amounts are numbers, and what they say to the paisa", async () => {
  const taken: [string, bigint][] = [
    ["1", 100n],
    ["1.01", 101n],
    ["1.10", 110n],
    ["100.000", 10_000n],
    ["1e2", 10_000n],
    ["1.1", 110n],
    ["2.3", 230n],
    ["4.35", 435n],
    ["1.15", 115n],
    ["8.41", 841n],
  ];
  for (const [written, paise] of taken) {
    const order = soundOrderV2({ transfer_amount: "HERE" });
    const text = JSON.stringify(order).replace('"HERE"', written);
    const heard = await askV2(client, "POST /transfers", { text });
    assert.equal(heard.status, 200, `${written}: ${JSON.stringify(heard.body)}`);
    assert.equal(await paiseOf(order.transfer_id), paise, written);
    assert.equal(heard.body.transfer_amount, Number(written));
  }
});

test("amounts that are no sound numbers are refused, and nothing is stored", async () => {
  const refused = [
    '"1"',
    '"1.00"',
    "0",
    "0.99",
    "0.30000000000000004",
    "3.3000000000000003",
    "1.001",
    "1.0100000000000000000001",
    "1e21",
    "1e-7",
    "-1",
    "9007199254740993",
    "99999999999999.99",
    "true",
    "[1]",
    "{}",
  ];
  for (const written of refused) {
    const order = soundOrderV2({ transfer_amount: "HERE" });
    const text = JSON.stringify(order).replace('"HERE"', written);
    const heard = await askV2(client, "POST /transfers", { text });
    assert.deepEqual([heard.status, heard.body.code], [400, "transfer_amount_invalid"], written);
    assert.equal(await countOf(order.transfer_id), 0);
  }
});
