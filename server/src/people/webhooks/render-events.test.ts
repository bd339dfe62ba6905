import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import {
  deliverWebhooks,
  listDeliveries,
  listEndpoints,
  makeEventId,
  registerRenderer,
  type EventData,
} from "#webhooks";
import { makeWorld } from "#test/world";
import { makeSender } from "./test/make-sender.ts";

const world = await makeWorld();
const { ctx } = world;

/** The data of a fake transfers module, whose renderer throws for unknown IDs. */
const transfers = new Map<string, EventData>();
const rendered: string[][] = [];
registerRenderer("transfer", async (tx, subjectIds) => {
  // A real renderer reads its tables in this transaction.
  await tx.query("select from access.merchant where merchant_id = $1", [tx.merchantId]);
  rendered.push([...subjectIds]);
  return new Map(subjectIds.flatMap((id) => (transfers.has(id) ? [[id, transfers.get(id)!] as const] : [])));
});

test("the body is made at the first try, once for the set, from the renderer's fields", async () => {
  const sender = await makeSender(world);
  const { receiver } = await sender.addReceiver();
  const known = makeTransfer({ utr: "632614700121", acknowledged: "1", status: "not a field of this event" });
  const events = [
    { subjectId: known, seq: 1, type: "TRANSFER_SUCCESS", data: null },
    { subjectId: known, seq: 2, type: "TRANSFER_ACKNOWLEDGED", data: null },
    { subjectId: makeTransfer({ reason: "no" }), type: "TRANSFER_FAILED", data: null },
  ] as const;
  await sender.publish(...events);
  rendered.length = 0;
  await deliverWebhooks(ctx, sender.merchantId);
  assert.equal(rendered.length, 1);
  assert.deepEqual(rendered[0]!.toSorted(), [known, events[2].subjectId].toSorted());
  const byType = new Map(receiver.received.map(({ fields }) => [fields.event, fields]));
  const { signature: _signature, ...acknowledged } = byType.get("TRANSFER_ACKNOWLEDGED")!;
  assert.deepEqual(acknowledged, {
    event: "TRANSFER_ACKNOWLEDGED",
    transferId: known,
    referenceId: "10000001",
    acknowledged: "1",
  });
  assert.match(byType.get("TRANSFER_SUCCESS")!.eventTime!, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/u);
});

test("after a failed try the body stays as it was, though the transfer has moved on", async () => {
  const sender = await makeSender(world);
  const { receiver } = await sender.addReceiver();
  const subjectId = makeTransfer({ acknowledged: "0", utr: "632614700121" });
  await sender.publish({ subjectId, data: null });
  receiver.answer = () => ({ status: 500 });
  await deliverWebhooks(ctx, sender.merchantId);
  transfers.set(subjectId, { ...transfers.get(subjectId)!, acknowledged: "1" });
  receiver.answer = () => ({ status: 200 });
  await sender.moveClock(10_000);
  await deliverWebhooks(ctx, sender.merchantId);
  assert.equal(receiver.received.length, 2);
  assert.equal(receiver.received[1]!.body, receiver.received[0]!.body);
});

test("an event that cannot be rendered holds up no other, and is not held against the endpoint", async () => {
  const sender = await makeSender(world);
  const { receiver } = await sender.addReceiver();
  // The transfers of this test have only IDs.
  receiver.mayBreakSchemas = true;
  const good = await sender.publish(
    { subjectId: makeTransfer({}), data: null },
    { subjectId: makeTransfer({}), data: null },
  );
  const [poison] = await sender.publish({ subjectId: newId(), data: null });
  const [nobodys] = await sender.publish({ type: "BULK_TRANSFER_REJECTED", data: null });
  assert.deepEqual(await deliverWebhooks(ctx, sender.merchantId), { claimed: 4, delivered: 2, dead: 0 });
  assert.deepEqual(
    receiver.received.map((got) => got.headers["webhook-id"]).toSorted(),
    good.map(makeEventId).toSorted(),
  );
  for (const event of [poison!, nobodys!]) {
    const [delivery] = await listDeliveries(ctx, sender.merchantId, { subjectId: event.subjectId });
    assert.deepEqual(
      [delivery!.status, delivery!.lastExcerpt],
      ["pending", "the event could not be rendered"],
    );
  }
  assert.equal((await listEndpoints(ctx, sender.merchantId))[0]!.consecutiveFailures, 0);

  // Once its transfer can be found, it is sent as usual.
  transfers.set(poison!.subjectId, { transferId: "found", referenceId: "10000009" });
  await sender.moveClock(10_000);
  await deliverWebhooks(ctx, sender.merchantId);
  assert.equal(receiver.received.at(-1)!.fields.transferId, "found");
});

function makeTransfer(fields: EventData): string {
  const subjectId = newId();
  transfers.set(subjectId, { transferId: subjectId, referenceId: "10000001", ...fields });
  return subjectId;
}
