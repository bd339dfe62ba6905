import assert from "node:assert/strict";
import { test } from "node:test";
import { crashAt } from "#test/crash-at";
import { newId } from "#lib/ids";
import { notifyPeople } from "#notifications";
import { publishEvents } from "#webhooks";
import { makeWorld } from "#test/world";
import { failure, mailsOf, makeReader, moveClock, publish } from "./test/make-reader.ts";

const world = await makeWorld();
const { ctx } = world;

test("an event whose transaction commits late is told all the same", async () => {
  const merchantId = await makeReader(world);
  let commit = (): void => undefined;
  const held = new Promise<void>((resolve) => (commit = resolve));
  const late = ctx.db.inMerchant(merchantId, async (tx) => {
    await publishEvents(tx, [
      { type: "TRANSFER_FAILED", seq: 1, at: tx.now, data: null, subjectId: newId() },
    ]);
    await held;
  });
  await publish(ctx, merchantId, failure());
  const notifying = notifyPeople(world.openContext(), merchantId);
  // The later one is there and the earlier one is not: the cursor may not pass.
  await new Promise((resolve) => setTimeout(resolve, 200));
  commit();
  await Promise.all([late, notifying]);
  await notifyPeople(ctx, merchantId);
  await moveClock(ctx, merchantId, 5 * 60_000);
  await notifyPeople(ctx, merchantId);
  const mails = await mailsOf(ctx, merchantId);
  const told = mails.map(({ text }) => text.match(/Failed \|/g)!.length).reduce((sum, one) => sum + one);
  assert.equal(told, 2);
});

test("wherever the worker dies, each failure is told once", async () => {
  const points = [
    "db.transaction.begun",
    "db.transaction.before_commit",
    "db.transaction.committed",
    "notifications.collect.before_commit",
    "notifications.tell.before_record",
    "notifications.tell.before_commit",
  ];
  for (const point of points) {
    for (let visit = 1; visit <= 5; visit += 1) {
      const merchantId = await makeReader(world);
      await publish(ctx, merchantId, failure(), failure());
      const crashed = await crashAt(world, point, () => notifyPeople(ctx, merchantId), visit);
      assert.ok(crashed || visit > 1, `${point} is never passed`);
      await notifyPeople(ctx, merchantId);
      const mails = await mailsOf(ctx, merchantId);
      assert.equal(mails.length, 1, `${point} ${visit}`);
      assert.match(mails[0]!.subject, /2 transfers failed/);
    }
  }
});

test("several workers tell each failure once", async () => {
  const merchantId = await makeReader(world);
  await publish(ctx, merchantId, ...Array.from({ length: 50 }, () => failure()));
  await Promise.all(Array.from({ length: 6 }, () => notifyPeople(ctx, merchantId)));
  assert.equal((await mailsOf(ctx, merchantId)).length, 1);
});
