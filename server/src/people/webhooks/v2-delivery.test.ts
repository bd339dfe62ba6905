import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { newId } from "#lib/ids";
import { acceptTransfer, type TransferOrder } from "#transfers";
import {
  addEndpoint,
  deliverWebhooks,
  listDeliveries,
  readDelivery,
  replayEvents,
  sendTestEvent,
  type EventType,
} from "#webhooks";
import { makeFaultWorld, orderTo, settle } from "#test/faults/fault-world";
import { makeSender } from "./test/make-sender.ts";
import { startReceiver, type Received, type ScriptedReceiver } from "./test/scripted-receiver.ts";

const world = await makeFaultWorld();
const { ctx } = world;

interface Notification {
  readonly type: string;
  readonly event_time: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const BRING_FORWARD = `
  update webhooks.delivery
  set due_at = now() - interval '1 hour'
  where merchant_id = $1 and status = 'pending'`;

const read = ({ body }: Received): Notification => JSON.parse(body) as Notification;

/** Verifies like a merchant who does not know our code. */
function verify({ headers, body }: Received, clientSecret: string): void {
  const signed = `${headers["x-webhook-timestamp"]}${body}`;
  const expected = createHmac("sha256", clientSecret).update(signed).digest("base64");
  assert.equal(headers["x-webhook-signature"], expected);
  assert.match(headers["x-webhook-timestamp"]!, /^\d{13}$/u);
}

async function payAndListen(orders: readonly TransferOrder[]) {
  const payer = await world.makePayer();
  const receiver = await startReceiver();
  world.onClose(() => receiver.close());
  const { merchantId } = payer;
  const { endpointId, secret } = await addEndpoint(ctx, merchantId, { url: receiver.url, format: "v2" });
  for (const order of orders) await acceptTransfer(ctx, merchantId, order);
  await settle(world, ctx, payer);
  return { payer, receiver, endpointId, secret };
}

const ofType = (receiver: ScriptedReceiver, type: EventType, key: string): Notification =>
  receiver.received.map(read).find((one) => one.type === type && one.data.transfer_id === key)!;

test("transfers are told of as v2 tells, and each signature holds", async () => {
  const { payer, receiver, secret } = await payAndListen([
    orderTo("paid", { mode: "upi", vpa: "success@upi" }),
    orderTo("later", { mode: "upi", vpa: "credited-later@upi" }),
    orderTo("failed", { mode: "upi", vpa: "no-account@upi" }),
    orderTo("back", { mode: "upi", vpa: "reversed@upi" }),
    orderTo("late", { mode: "upi", vpa: "late-success@upi" }),
    orderTo("account"),
  ]);
  await deliverWebhooks(ctx, payer.merchantId);
  for (const got of receiver.received) {
    verify(got, payer.clientSecret);
    new Webhook(secret).verify(got.body, got.headers, { jsonParse: false });
    assert.equal(got.headers["x-webhook-version"], "2024-01-01");
    assert.equal(got.headers["x-webhook-attempt"], "1");
    assert.equal(got.headers["content-type"], "application/json");
  }
  const { type, event_time, data } = ofType(receiver, "TRANSFER_SUCCESS", "account");
  assert.equal(type, "TRANSFER_SUCCESS");
  const { cf_transfer_id, transfer_utr, added_on, updated_on, status_code, status_description, ...rest } =
    data;
  assert.match(String(cf_transfer_id), /^\d+$/u);
  assert.ok(typeof transfer_utr === "string" && transfer_utr !== "");
  for (const moment of [event_time, added_on, updated_on]) {
    assert.match(String(moment), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/u);
  }
  assert.equal(updated_on, event_time);
  assert.equal(typeof status_description, "string");
  assert.ok(["COMPLETED", "SENT_TO_BENEFICIARY"].includes(String(status_code)));
  const { transfer_service_charge: charge, transfer_service_tax: tax, ...named } = rest;
  for (const amount of [charge, tax]) assert.equal(typeof amount, "number");
  assert.deepEqual(named, {
    transfer_id: "account",
    status: "SUCCESS",
    beneficiary_details: {
      beneficiary_instrument_details: {
        bank_account_number: "026291800001191",
        bank_ifsc: "YESB0000262",
        ifsc: "YESB0000262",
      },
    },
    transfer_amount: 100,
    transfer_mode: "BANK",
    fundsource_id: "WALLET_1",
  });
  const codes = (eventType: EventType, key: string) => {
    const { status, status_code: code } = ofType(receiver, eventType, key).data;
    return [status, code];
  };
  assert.deepEqual(codes("TRANSFER_SUCCESS", "later"), ["SUCCESS", "SENT_TO_BENEFICIARY"]);
  assert.deepEqual(codes("TRANSFER_ACKNOWLEDGED", "later"), ["SUCCESS", "COMPLETED"]);
  assert.equal(codes("TRANSFER_FAILED", "failed")[0], "FAILED");
  assert.match(String(codes("TRANSFER_FAILED", "failed")[1]), /^INVALID_/u);
  // Its status stays, and each event has the reason of its time.
  assert.notEqual(codes("TRANSFER_FAILED", "late")[1], "PAID_AFTER_FAILURE");
  assert.deepEqual(codes("TRANSFER_PAID_LATE", "late"), ["FAILED", "PAID_AFTER_FAILURE"]);
  const { transfer_utr: lateUtr, status_description: lateWords } = ofType(
    receiver,
    "TRANSFER_PAID_LATE",
    "late",
  ).data;
  assert.match(`${lateUtr} ${lateWords}`, /^\d+ A bank paid it after .* Do not pay again/u);
  // The transfer was returned later, but the success event stays as it was.
  assert.equal(codes("TRANSFER_SUCCESS", "back")[0], "SUCCESS");
  assert.deepEqual(codes("TRANSFER_REVERSED", "back")[0], "REVERSED");
});

test("where the account is masked no signature of the whole body is shown", async () => {
  const { payer, receiver } = await payAndListen([orderTo("shown")]);
  const { merchantId } = payer;
  await deliverWebhooks(ctx, merchantId);
  for (const { deliveryId } of await listDeliveries(ctx, merchantId)) {
    const { request } = await readDelivery(ctx, merchantId, deliveryId);
    assert.ok(request!.masked && !request!.body.includes("026291800001191"), request!.body);
    assert.deepEqual(
      Object.keys(request!.headers).filter((name) => name.includes("signature")),
      [],
    );
    assert.ok(receiver.received.every(({ headers }) => headers["webhook-signature"] !== undefined));
  }
});

test("what was sent once is sent again word for word, and is kept sealed until then", async () => {
  const { payer, receiver } = await payAndListen([orderTo("again")]);
  const { merchantId } = payer;
  receiver.answer = () => ({ status: 500 });
  await deliverWebhooks(ctx, merchantId);
  const kept = await world.look<{ row: string; sealed: boolean }>(
    `select event::text as row, sealed_v2 is not null as sealed from webhooks.event where merchant_id = $1`,
    [merchantId],
  );
  const account = "026291800001191";
  assert.ok(kept.some(({ sealed }) => sealed));
  for (const { row } of kept) {
    assert.ok(!row.includes(account) && !row.includes(Buffer.from(account).toString("hex")));
  }
  // The transfer changes before the next try.
  await world.look("update transfers.transfer set utr = 'ANOTHER' where merchant_id = $1", [merchantId]);
  receiver.answer = () => ({ status: 204 });
  const before = receiver.received.length;
  await world.look(BRING_FORWARD, [merchantId]);
  await deliverWebhooks(ctx, merchantId);
  const bodies = receiver.received.map(({ body }) => body);
  assert.deepEqual(bodies.slice(before).toSorted(), bodies.slice(0, before).toSorted());
  const attempts = receiver.received.slice(before).map(({ headers }) => headers["x-webhook-attempt"]);
  assert.ok(attempts.every((attempt) => attempt === "2"));
  const deliveries = await listDeliveries(ctx, merchantId);
  assert.ok(deliveries.every(({ status }) => status === "delivered"));
});

test("beside a v2 endpoint the classic ones get what they always got", async () => {
  const payer = await world.makePayer();
  const { merchantId } = payer;
  const [v2, form] = await Promise.all([startReceiver(), startReceiver()]);
  for (const [receiver, format] of [
    [v2, "v2"],
    [form, "classic_form"],
  ] as const) {
    world.onClose(() => receiver.close());
    receiver.answer = () => ({ status: 500 });
    await addEndpoint(ctx, merchantId, { url: receiver.url, format });
  }
  await acceptTransfer(ctx, merchantId, orderTo("both"));
  await settle(world, ctx, payer);
  await deliverWebhooks(ctx, merchantId);
  for (const receiver of [v2, form]) receiver.answer = () => ({ status: 200 });
  await world.look(BRING_FORWARD, [merchantId]);
  await deliverWebhooks(ctx, merchantId);
  for (const { received } of [v2, form]) {
    assert.ok(received.length >= 2);
    const bodies = received.map(({ body }) => body);
    assert.deepEqual(
      bodies.slice(bodies.length / 2).toSorted(),
      bodies.slice(0, bodies.length / 2).toSorted(),
    );
  }
  const success = form.received.find(({ fields }) => fields.event === "TRANSFER_SUCCESS")!;
  const names = ["event", "transferId", "referenceId", "acknowledged", "eventTime", "utr", "signature"];
  assert.deepEqual(Object.keys(success.fields), names);
});

test("what v2 has no word for is not sent there, and a replay does not bring it either", async () => {
  const sender = await makeSender(world);
  const { receiver } = await sender.addReceiver({ format: "v2" });
  const other = await sender.addReceiver({ format: "standard" });
  await sender.publish(
    { type: "CASHGRAM_REDEEMED", data: { cashgramid: "gift-1" } },
    { type: "TRANSFER_APPROVED", data: { transferId: "t-1", approvedAt: "2026-11-21 11:43:20" } },
    { type: "CREDIT_CONFIRMATION", data: { ledgerBalance: "150.00", amount: "50.00", utr: "U1" } },
  );
  await deliverWebhooks(ctx, sender.merchantId);
  const range = { from: new Date(0), to: new Date(4e12), types: ["CASHGRAM_REDEEMED"] as const };
  assert.equal((await replayEvents(ctx, sender.merchantId, range)).replayed, 1);
  await deliverWebhooks(ctx, sender.merchantId);
  assert.equal(other.receiver.received.length, 4);
  assert.equal(receiver.received.length, 1);
  verify(receiver.received[0]!, sender.clientSecret);
  const { type, data } = read(receiver.received[0]!);
  assert.equal(type, "CREDIT_CONFIRMATION");
  assert.deepEqual(data, { ledger_balance: 150, amount: 50, utr: "U1" });
});

test("an event that v2 cannot render waits, holds up no other, and is not held against the endpoint", async () => {
  const sender = await makeSender(world);
  const { receiver } = await sender.addReceiver({ format: "v2" });
  receiver.mayBreakSchemas = true;
  const [poison] = await sender.publish({ subjectId: newId() }, { type: "LOW_BALANCE_ALERT", data: {} });
  assert.deepEqual(await deliverWebhooks(ctx, sender.merchantId), { claimed: 2, delivered: 1, dead: 0 });
  assert.equal(receiver.received.length, 1);
  const [waiting] = await listDeliveries(ctx, sender.merchantId, { subjectId: poison!.subjectId });
  assert.deepEqual([waiting!.status, waiting!.lastExcerpt], ["pending", "the event could not be rendered"]);
});

test("a probe in v2 is signed like an event", async () => {
  const payer = await world.makePayer();
  const receiver = await startReceiver();
  world.onClose(() => receiver.close());
  const target = { url: receiver.url, format: "v2" } as const;
  assert.equal((await sendTestEvent(ctx, payer.merchantId, target)).accepted, true);
  verify(receiver.received[0]!, payer.clientSecret);
  const { type, data } = read(receiver.received[0]!);
  assert.deepEqual([type, data], ["TEST", {}]);
});
