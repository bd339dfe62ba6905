/** The hours of NEFT and RTGS are a setting of the installation. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { adapterOf } from "#banks";
import { acceptTransfers, registerTransfers, runtimeOf, workTransfers } from "#transfers";
import { ConfigError, readConfig } from "#lib/config";
import { orderTo } from "./faults/fault-world.ts";
import { makeWorld } from "./world.ts";

registerTransfers();

/** Orders on a Sunday noon in India: by NEFT, and an amount that only NEFT or RTGS can carry. */
async function acceptOnSunday(environment: Readonly<Record<string, string>>): Promise<string[]> {
  const world = await makeWorld({ environment });
  const { ctx } = world;
  const { merchantId } = await world.makeMerchant({ balancePaise: 20_00_000_00n });
  const ahead = new Date("2030-06-02T12:00:00+05:30").getTime() - Date.now();
  await world.look("insert into lib.merchant_clock (merchant_id, offset_ms) values ($1, $2)", [
    merchantId,
    ahead,
  ]);
  const neft = orderTo("small", { mode: "neft" });
  const rtgs = { ...orderTo("large", { mode: "rtgs" }), amountPaise: 7_00_000_00n };
  const accepted = await acceptTransfers(ctx, merchantId, [neft, rtgs]);
  await runtimeOf(ctx).idle();
  return accepted.map((one) => {
    assert.ok(one.kind === "accepted");
    return one.transfer.status;
  });
}

test("by the published hours NEFT and RTGS wait for Monday", async () => {
  assert.deepEqual(await acceptOnSunday({}), ["waiting", "waiting"]);
});

test("where the banks take them at any hour they leave on a Sunday", async () => {
  assert.deepEqual(await acceptOnSunday({ RAIL_CALENDAR: "neft_24x7" }), ["sent", "sent"]);
});

test("such a bank is asked by its own batches, and never left alone before a long weekend", async (t) => {
  const adapter = adapterOf({ adapter: "json-h2h" });
  const { pay } = adapter;
  adapter.pay = () => Promise.resolve({ kind: "unknown", detail: "the bank is silent" });
  t.after(() => void (adapter.pay = pay));
  const world = await makeWorld({ environment: { RAIL_CALENDAR: "neft_24x7" } });
  const { merchantId } = await world.makeMerchant({ balancePaise: 20_00_000_00n });
  // The fourth Saturday, a Sunday and Republic Day follow.
  const friday = new Date("2032-01-23T19:00:00+05:30").getTime() - Date.now();
  await world.look("insert into lib.merchant_clock (merchant_id, offset_ms) values ($1, $2)", [
    merchantId,
    friday,
  ]);
  await acceptTransfers(world.ctx, merchantId, [orderTo("small", { mode: "neft" })]);
  await runtimeOf(world.ctx).idle();
  await world.look("update lib.merchant_clock set offset_ms = offset_ms + 60000 where merchant_id = $1", [
    merchantId,
  ]);
  await workTransfers(world.ctx, merchantId);
  const [sent] = await world.look<{ hours: number }>(
    `select extract(epoch from due_at - sent_at) / 3600 as hours from transfers.transfer where merchant_id = $1`,
    [merchantId],
  );
  assert.ok(Number(sent!.hours) > 2 && Number(sent!.hours) < 4, `asked after ${sent!.hours} hours`);
});

test("a calendar that there is not stops the start with the setting's name", () => {
  assert.throws(
    () => readConfig({ RAIL_CALENDAR: "always" }),
    (error) => error instanceof ConfigError && error.setting === "RAIL_CALENDAR",
  );
});
