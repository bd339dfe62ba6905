import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { announceOutage, detectOutages, endOutage, listIncidents, startHealth, workIncidents } from "#health";
import { readTransfers } from "#transfers";
import type { TestMerchant } from "#test/world";
import { makeScene, noticeOf, OFFLINE } from "./test/make-scene.ts";

const scene = await makeScene();
const { ctx } = scene;
const MINUTE_MS = 60_000;
const otherContext = scene.openContext();

const look = ({ merchantId }: TestMerchant): Promise<void> => workIncidents(ctx, merchantId);

const briefly = async (merchant: TestMerchant): Promise<string[]> =>
  (await scene.toldTo(merchant)).map(
    ({ beneEntity, entityCode, mode, status, severity }) =>
      `${beneEntity} ${entityCode} ${mode} ${status} ${severity}`,
  );

test("a bank that is offline for five transfers has an incident until it has been paid to five times", async () => {
  const merchant = await scene.makePayer();
  await scene.pay(merchant, 4, OFFLINE);
  await look(merchant);
  assert.deepEqual(await briefly(merchant), []);
  await scene.pay(merchant, 1, OFFLINE);
  await scene.lookTwice(merchant);
  await look(merchant);
  assert.deepEqual(await briefly(merchant), ["BANK YESB IMPS ACTIVE HIGH"]);
  const [told] = await scene.toldTo(merchant);
  assert.deepEqual([told!.entityName, told!.isScheduled, told!.resolvedAt], ["Yes Bank", "false", ""]);
  await scene.pay(merchant, 4);
  await look(merchant);
  assert.equal((await briefly(merchant)).length, 1);
  await scene.pay(merchant, 1);
  await scene.lookTwice(merchant);
  assert.deepEqual((await briefly(merchant)).slice(1), ["BANK YESB IMPS RESOLVED HIGH"]);
  // Traffic before the end of an incident no longer counts.
  await scene.pay(merchant, 4, OFFLINE);
  await look(merchant);
  assert.equal((await briefly(merchant)).length, 2);
  await scene.pay(merchant, 1, OFFLINE);
  await look(merchant);
  const [first, , second] = await scene.toldTo(merchant);
  assert.equal(second!.status, "ACTIVE");
  assert.notEqual(second!.id, first!.id);
});

test("a fifth of the traffic opens it, half of it makes it worse, and each is told once", async () => {
  const merchant = await scene.makePayer();
  // These are paid before, so that they are no sign of recovery.
  await scene.pay(merchant, 21);
  await scene.pay(merchant, 5, OFFLINE);
  await look(merchant);
  assert.deepEqual(await briefly(merchant), []);
  await scene.pay(merchant, 1, OFFLINE);
  await scene.lookTwice(merchant);
  assert.deepEqual(await briefly(merchant), ["BANK YESB IMPS ACTIVE LOW"]);
  await scene.pay(merchant, 15, OFFLINE);
  await scene.lookTwice(merchant);
  await look(merchant);
  assert.deepEqual((await briefly(merchant)).slice(1), ["BANK YESB IMPS ACTIVE HIGH"]);
});

test("trouble counts for ten minutes of the merchant's clock, and silence ends an incident", async () => {
  const merchant = await scene.makePayer();
  await scene.pay(merchant, 4, OFFLINE);
  await scene.move(merchant, 11 * MINUTE_MS);
  await scene.pay(merchant, 4, OFFLINE);
  await look(merchant);
  assert.deepEqual(await briefly(merchant), []);
  await scene.move(merchant, 5 * MINUTE_MS);
  await scene.pay(merchant, 1, OFFLINE);
  await look(merchant);
  assert.equal((await briefly(merchant)).length, 1);
  await scene.move(merchant, 9 * MINUTE_MS);
  await look(merchant);
  assert.equal((await briefly(merchant)).length, 1);
  await scene.move(merchant, 2 * MINUTE_MS);
  await look(merchant);
  assert.deepEqual((await briefly(merchant)).slice(1), ["BANK YESB IMPS RESOLVED HIGH"]);
});

test("UPI is watched by the handle, and one merchant's simulated banks are no one else's", async () => {
  const [merchant, neighbour] = [await scene.makePayer(), await scene.makePayer()];
  await scene.pay(merchant, 5, { vpa: "bank-offline@upi" });
  await look(merchant);
  await look(neighbour);
  assert.deepEqual(await briefly(merchant), ["HANDLE upi UPI ACTIVE HIGH"]);
  assert.deepEqual(await briefly(neighbour), []);
});

test("other failures are no sign of it", async () => {
  const merchant = await scene.makePayer();
  await scene.pay(merchant, 8, { accountNumber: "909090909002", ifsc: "YESB0000262" });
  await look(merchant);
  assert.deepEqual(await briefly(merchant), []);
});

test("a bank that does not answer until the scheme settles counts too", async () => {
  const merchant = await scene.makePayer();
  await scene.pay(merchant, 5, { accountNumber: "909090909029", ifsc: "YESB0000262" });
  const keys = Array.from({ length: 200 }, (_, index) => `t${index}`);
  const transfers = await readTransfers(ctx, merchant.merchantId, { transferKeys: keys });
  assert.deepEqual(
    transfers.map(({ status }) => status),
    ["sent", "sent", "sent", "sent", "sent"],
  );
  await look(merchant);
  assert.deepEqual(await briefly(merchant), ["BANK YESB IMPS ACTIVE HIGH"]);
});

test("live merchants' traffic counts together, and all of them are told, once each", async () => {
  const merchants = [await scene.makeLive(), await scene.makeLive(), await scene.makeLive()] as const;
  const [one, two, three] = merchants;
  await scene.pay(one, 3, OFFLINE);
  await detectOutages(ctx);
  await Promise.all(merchants.map(look));
  assert.deepEqual(await briefly(three), []);
  await scene.pay(two, 2, OFFLINE);
  await Promise.all([detectOutages(ctx), detectOutages(otherContext)]);
  await Promise.all(merchants.map((merchant) => scene.lookTwice(merchant)));
  for (const merchant of merchants) assert.deepEqual(await briefly(merchant), ["BANK YESB IMPS ACTIVE HIGH"]);
  const ids = await Promise.all(merchants.map(async (merchant) => (await scene.toldTo(merchant))[0]!.id));
  assert.equal(new Set(ids).size, 1);

  await scene.pay(three, 5);
  await detectOutages(ctx);
  await Promise.all(merchants.map(look));
  for (const merchant of merchants)
    assert.deepEqual((await briefly(merchant)).slice(1), ["BANK YESB IMPS RESOLVED HIGH"]);
});

test("an announced outage reaches every live merchant, is not opened again by traffic, and ends for all", async () => {
  const [one, two] = [await scene.makeLive(), await scene.makeLive()];
  const sandbox = await scene.makePayer();
  const outage = await announceOutage(ctx, noticeOf({ entityCode: "YESB", severity: "high" }));
  await assert.rejects(announceOutage(ctx, noticeOf({ entityCode: "YESB" })), {
    name: "health.already_active",
  });
  await scene.pay(one, 6, OFFLINE);
  await detectOutages(ctx);
  const { outageNo } = outage;
  for (const merchant of [one, two]) {
    await look(merchant);
    await look(merchant);
    assert.deepEqual(await briefly(merchant), ["BANK YESB IMPS ACTIVE HIGH"]);
  }
  await look(sandbox);
  assert.deepEqual(await briefly(sandbox), []);
  await endOutage(ctx, { outageNo, by: "system" });
  await assert.rejects(endOutage(ctx, { outageNo, by: "system" }), { name: "health.outage_already_over" });
  await assert.rejects(endOutage(ctx, { outageNo: 999_999, by: "system" }), {
    name: "health.outage_not_found",
  });
  await look(two);
  assert.deepEqual((await briefly(two)).slice(1), ["BANK YESB IMPS RESOLVED HIGH"]);

  // A merchant that joins later gets active outages, and none that is over.
  const planned = { from: new Date(Date.now() + 60 * MINUTE_MS), to: new Date(Date.now() + 120 * MINUTE_MS) };
  await announceOutage(ctx, noticeOf({ planned }));
  const late = await scene.makeLive();
  await look(late);
  const range = { from: new Date(Date.now() - 86_400_000), to: new Date(Date.now() + 86_400_000) };
  const listed = await listIncidents(ctx, late.merchantId, { ...range, resolved: null, entityCode: null });
  assert.deepEqual(
    listed.map(({ entityCode, status, scheduled }) => [entityCode, status, scheduled]),
    [["HDFC", "planned", true]],
  );
  assert.deepEqual(await briefly(late), []);
});

test("the workers of two processes find it by themselves, for live and for sandbox merchants", async () => {
  const [live, neighbour, sandbox] = [
    await scene.makeLive(),
    await scene.makeLive(),
    await scene.makePayer(),
  ];
  const often = { everyMs: 50, lookAtLiveEveryMs: 50 };
  const workers = [startHealth(ctx, often), startHealth(otherContext, often)];
  const toHdfc = { ...OFFLINE, ifsc: "HDFC0000001" };
  const untilTold = async (merchant: TestMerchant, count: number): Promise<void> => {
    while ((await briefly(merchant)).filter((told) => told.includes("HDFC IMPS")).length < count)
      await sleep(50);
  };
  try {
    for (const merchant of [neighbour, live, sandbox]) await scene.pay(merchant, 5, toHdfc);
    for (const merchant of [live, sandbox]) await untilTold(merchant, 1);
    for (const merchant of [live, sandbox])
      await scene.pay(merchant, 5, { accountNumber: "00011020001772", ifsc: "HDFC0000001" });
    for (const merchant of [live, sandbox]) await untilTold(merchant, 2);
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
  for (const merchant of [live, sandbox]) {
    const told = (await briefly(merchant)).filter((one) => one.includes("HDFC IMPS"));
    assert.deepEqual(told, ["BANK HDFC IMPS ACTIVE HIGH", "BANK HDFC IMPS RESOLVED HIGH"]);
  }
});
