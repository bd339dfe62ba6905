import assert from "node:assert/strict";
import { test } from "node:test";
import { listDowntimes, openIncident, resolveIncident, workIncidents, type BankNotice } from "#health";
import type { TestMerchant } from "#test/world";
import { makeScene, noticeOf } from "./test/make-scene.ts";

const scene = await makeScene();
const { ctx } = scene;
const DAY_MS = 86_400_000;

const open = ({ merchantId }: TestMerchant, changes: Partial<BankNotice>) =>
  openIncident(ctx, merchantId, noticeOf(changes));

const downtimesOf = async (merchant: TestMerchant): Promise<string[]> => {
  await workIncidents(ctx, merchant.merchantId);
  const listed = await ctx.db.inMerchant(merchant.merchantId, listDowntimes);
  return listed.map(({ entityCode, when }) => `${entityCode} ${when}`);
};

test("an unscheduled downtime is shown for 15 days after its start, over or not", async () => {
  const merchant = await scene.makePayer();
  const { incidentNo } = await open(merchant, { entityCode: "HMSK" });
  await open(merchant, { entityCode: "HDFC" });
  assert.deepEqual(await downtimesOf(merchant), ["HDFC now", "HMSK now"]);
  await resolveIncident(ctx, merchant.merchantId, { incidentNo, by: "system" });
  assert.deepEqual(await downtimesOf(merchant), ["HDFC now", "HMSK past"]);
  await scene.move(merchant, 15 * DAY_MS - 60_000);
  assert.deepEqual(await downtimesOf(merchant), ["HDFC now", "HMSK past"]);
  await scene.move(merchant, 120_000);
  assert.deepEqual(await downtimesOf(merchant), []);
});

test("a scheduled one is upcoming, then now, then past for 7 days after its end; called off it is gone", async () => {
  const merchant = await scene.makePayer();
  const { merchantId } = merchant;
  const now = await ctx.db.inMerchant(merchantId, async (tx) => tx.now);
  const planned = { from: new Date(now.getTime() + DAY_MS), to: new Date(now.getTime() + 3 * DAY_MS) };
  await open(merchant, { entityCode: "MGDT", planned });
  const { incidentNo } = await open(merchant, { entityCode: "HDFC", planned });
  assert.deepEqual(await downtimesOf(merchant), ["HDFC upcoming", "MGDT upcoming"]);
  await resolveIncident(ctx, merchantId, { incidentNo, by: "system" });
  assert.deepEqual(await downtimesOf(merchant), ["MGDT upcoming"]);
  await scene.move(merchant, DAY_MS + 60_000);
  assert.deepEqual(await downtimesOf(merchant), ["MGDT now"]);
  await scene.move(merchant, 2 * DAY_MS);
  assert.deepEqual(await downtimesOf(merchant), ["MGDT past"]);
  await scene.move(merchant, 7 * DAY_MS - 120_000);
  assert.deepEqual(await downtimesOf(merchant), ["MGDT past"]);
  await scene.move(merchant, 180_000);
  assert.deepEqual(await downtimesOf(merchant), []);
});
