import assert from "node:assert/strict";
import { test } from "node:test";
import { workIncidents } from "#health";
import type { TestMerchant } from "#test/world";
import { makeScene, OFFLINE } from "./test/make-scene.ts";

const scene = await makeScene();
const { ctx } = scene;

const HDFC = { accountNumber: "00011020001772", ifsc: "HDFC0000001" } as const;
/** The most transfers of one merchant that are read. */
const MANY = 1_000;

const lookAt = async (merchant: TestMerchant): Promise<string[]> => {
  await workIncidents(ctx, merchant.merchantId);
  return (await scene.toldTo(merchant)).map(({ entityCode, status, severity }) =>
    [entityCode, status, severity].join(" "),
  );
};

test("an incident goes on however much is ordered to other banks, until its own bank has been paid to", async () => {
  const merchant = await scene.makePayer();
  await scene.pay(merchant, 5, OFFLINE);
  assert.deepEqual(await lookAt(merchant), ["YESB ACTIVE HIGH"]);
  await scene.acceptForLater(merchant, MANY, HDFC);
  assert.deepEqual(await lookAt(merchant), ["YESB ACTIVE HIGH"]);
  await scene.pay(merchant, 5, HDFC);
  assert.deepEqual(await lookAt(merchant), ["YESB ACTIVE HIGH"]);
  await scene.pay(merchant, 5);
  assert.deepEqual(await lookAt(merchant), ["YESB ACTIVE HIGH", "YESB RESOLVED HIGH"]);
});

test("a bank that is offline is seen while most of a large batch to it still waits", async () => {
  const merchant = await scene.makePayer();
  await scene.pay(merchant, 6, OFFLINE);
  await scene.acceptForLater(merchant, MANY);
  assert.deepEqual(await lookAt(merchant), ["YESB ACTIVE HIGH"]);
});

test("what waits hides no payment either: few that met it offline among many paid are no incident", async () => {
  const merchant = await scene.makePayer();
  await scene.pay(merchant, 21);
  await scene.pay(merchant, 5, OFFLINE);
  await scene.acceptForLater(merchant, MANY);
  assert.deepEqual(await lookAt(merchant), []);
});
