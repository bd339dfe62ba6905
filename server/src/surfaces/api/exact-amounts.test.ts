/** Amounts of the classic API are read to the paisa as written, or refused; nothing is rounded. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeWorld } from "#test/world";
import { addBeneficiary, sampleOf } from "#test/literals/requests";
import { openStage } from "#test/literals/stage";
import { operations } from "./operations/index.ts";

const world = await makeWorld();
const stage = await openStage(world);
const client = await stage.makeClient("rest", { syncWaitMs: 0 });

const TOO_FINE = "Invalid Amount Passed.Only 2 decimal places are allowed.";

/** A double keeps no more than two decimals of these amounts. */
const TOO_FINE_AMOUNTS = [
  "1.0000000000000000001",
  "1.0100000000000000000001",
  "100.10000000000000001",
  "9.999999999999999999999",
  "10.009999999999999999999",
  "1234567890123.001",
  "0.1000000000000000055511151231257827",
];

/** Lists every operation that takes an amount, with its body as text that holds this amount. */
async function bodiesWith(amount: string): Promise<[string, string, string][]> {
  const found: [string, string, string][] = [];
  for (const { name, body, access, versions } of operations) {
    if (access === "open" || body?.amount === undefined) continue;
    const { path, asked } = await sampleOf(client, name, versions[0]!);
    const text = JSON.stringify({ ...(asked.body as object), amount: "HERE" }).replace('"HERE"', amount);
    found.push([name, path, text]);
  }
  return found;
}

const countMoved = async (): Promise<number> => {
  const [row] = await world.look<{ count: number }>(
    `select (select count(*) from transfers.transfer) + (select count(*) from links.link)
       + (select count(*) from withdrawals.withdrawal) as count`,
  );
  return Number(row!.count);
};

test("a number with more than two decimals is refused, however near it is to one with two", async () => {
  const before = await countMoved();
  for (const amount of TOO_FINE_AMOUNTS) {
    const calls = await bodiesWith(amount);
    assert.ok(calls.length >= 8, String(calls.length));
    for (const [name, path, text] of calls) {
      const { body } = await client.call("POST", path, { text });
      assert.deepEqual([body.subCode, body.message], ["422", TOO_FINE], `${name} of ${amount}`);
    }
  }
  assert.equal(await countMoved(), before);
});

test("a number with noughts behind, or with fifteen digits, is what it says", async () => {
  const beneId = await addBeneficiary(client);
  for (const amount of ["10", "10.0", "10.000000000000000000000", "1e1", "10.50", "4.35", "8.41", "1.15"]) {
    const { path, asked } = await sampleOf(client, "requestTransfer", "v1");
    const order = { ...(asked.body as object), beneId, amount: "HERE" };
    const text = JSON.stringify(order).replace('"HERE"', amount);
    const { body } = await client.call("POST", path, { text });
    assert.match(String(body.subCode), /^20[01]$/, `${amount}: ${body.message}`);
    const { transferId } = asked.body as { transferId: string };
    const [row] = await world.look<{ paise: string }>(
      "select amount_paise as paise from transfers.transfer where transfer_key = $1",
      [transferId],
    );
    assert.equal(Number(row!.paise), Math.round(Number(amount) * 100), amount);
  }
});

test("long numbers in texts are texts", async () => {
  const { path, asked } = await sampleOf(client, "addBeneficiary", "v1");
  const address1 = "plot: 1234567890123456.789, then, 10000000000000001";
  const { body } = await client.call("POST", path, {
    body: { ...(asked.body as object), address1 },
  });
  assert.equal(body.subCode, "200");
  const { beneId } = asked.body as { beneId: string };
  const { body: kept } = await client.call("GET", `/v1/getBeneficiary/${beneId}`);
  assert.equal((kept.data as { address1: string }).address1, address1);
});
