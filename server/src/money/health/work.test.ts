import assert from "node:assert/strict";
import { test } from "node:test";
import { workIncidents } from "#health";
import { turnFeed } from "./outages.ts";
import { makeScene, OFFLINE } from "./test/make-scene.ts";
import { findDueIncidents, isTrafficDue } from "./work.ts";

const scene = await makeScene();
const { ctx } = scene;
const findWork = (): Promise<string[]> => ctx.db.sweep(findDueIncidents);

test("a sandbox merchant has work from as many offline answers on as can open an incident", async () => {
  const merchant = await scene.makePayer();
  assert.deepEqual(await findWork(), []);
  await scene.pay(merchant, 4, OFFLINE);
  assert.deepEqual(await findWork(), []);
  await scene.pay(merchant, 1, OFFLINE);
  assert.deepEqual(await findWork(), [merchant.merchantId]);
  await workIncidents(ctx, merchant.merchantId);
  await scene.move(merchant, 11 * 60_000);
  // Nothing is offline any more, but an incident must be ended.
  assert.deepEqual(await findWork(), [merchant.merchantId]);
  await workIncidents(ctx, merchant.merchantId);
  assert.deepEqual(await findWork(), []);
});

test("a revision that no outage has is told as well, and then is no one's work", async () => {
  const live = await scene.makeLive();
  await ctx.db.directory((tx) => turnFeed(tx, 0));
  assert.deepEqual(await findWork(), [live.merchantId]);
  await workIncidents(ctx, live.merchantId);
  assert.deepEqual(await findWork(), []);
  await ctx.db.directory((tx) => turnFeed(tx, 0));
  assert.deepEqual(await findWork(), [live.merchantId]);
  await workIncidents(ctx, live.merchantId);
  assert.deepEqual(await findWork(), []);
});

test("live traffic is looked at from as many offline answers of all together on, and when it is its turn", async () => {
  const [one, two] = [await scene.makeLive(), await scene.makeLive()];
  for (const { merchantId } of [one, two]) await workIncidents(ctx, merchantId);
  await scene.pay(one, 2, OFFLINE);
  await scene.pay(two, 2, OFFLINE);
  assert.equal(await isTrafficDue(ctx), false);
  await scene.pay(two, 1, OFFLINE);
  assert.equal(await isTrafficDue(ctx), true);
});
