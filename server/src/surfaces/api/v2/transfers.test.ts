/** Transfers by the v2 API: the course of a payment, amounts to the paisa, and one payment for one ID. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { operationsV2 } from "#api";
import { runtimeOf } from "#transfers";
import { makeWorld } from "#test/world";
import {
  addBeneficiaryV2,
  agreeFirst,
  askV2,
  checkSchema,
  freshId,
  openBreakableDatabase,
  openV2,
  soundOrderV2,
  v2Account,
  type Client,
  type Fields,
  type HeardV2,
} from "#test/v2-client";

const world = await makeWorld();
const client = await openV2(world);
const operation = (name: string) => operationsV2.find((one) => one.name === name)!;
const ORDER = operation("createTransfer").success.schema;
const READ = operation("getTransfer").success.schema;

const pay = (order: Fields, headers: Record<string, string> = {}, who = client): Promise<HeardV2> =>
  askV2(who, "POST /transfers", { body: order, headers });

const read = (query: Record<string, string>, who = client): Promise<HeardV2> =>
  askV2(who, "GET /transfers", { query });

const countOf = async (transferId: unknown, who: Client = client): Promise<number> => {
  const [row] = await world.look<{ count: number }>(
    "select count(*)::int as count from transfers.transfer where merchant_id = $1 and transfer_key = $2",
    [who.merchant.merchantId, transferId],
  );
  return row!.count;
};

function mustFit(schema: Fields, { body }: HeardV2): void {
  assert.deepEqual(checkSchema(schema, body), []);
  const nulls = JSON.stringify(body).match(/:null/g);
  assert.equal(nulls, null);
}

test("a listed beneficiary is paid: received, then completed with its reference", async () => {
  const beneficiaryId = await addBeneficiaryV2(client);
  const order = soundOrderV2({
    transfer_amount: 100.5,
    transfer_currency: "INR",
    transfer_mode: "imps",
    transfer_remarks: "Invoice 7",
    beneficiary_details: { beneficiary_id: beneficiaryId },
    fundsource_id: "WALLET_1",
  });
  const taken = await pay(order);
  assert.equal(taken.status, 200);
  mustFit(ORDER, taken);
  assert.deepEqual([taken.body.status, taken.body.status_code], ["RECEIVED", "RECEIVED"]);
  assert.deepEqual(taken.body.beneficiary_details, { beneficiary_id: beneficiaryId });
  await runtimeOf(world.ctx).idle();
  const byOurs = await read({ cf_transfer_id: String(taken.body.cf_transfer_id) });
  const byBoth = await read({
    cf_transfer_id: String(taken.body.cf_transfer_id),
    transfer_id: String(order.transfer_id),
  });
  const byYours = await read({ transfer_id: String(order.transfer_id) });
  assert.deepEqual(byOurs.body, byYours.body);
  assert.deepEqual(byBoth.body, byYours.body);
  mustFit(READ, byYours);
  const { body } = byYours;
  assert.deepEqual([body.status, body.status_code], ["SUCCESS", "COMPLETED"]);
  assert.equal(body.transfer_amount, 100.5);
  assert.equal(body.transfer_mode, "BANK");
  assert.equal(typeof body.transfer_utr, "string");
  assert.equal(typeof body.transfer_service_charge, "number");
  assert.equal(typeof body.transfer_service_tax, "number");
  const { beneficiary_instrument_details: account } = body.beneficiary_details as {
    beneficiary_instrument_details: Record<string, string>;
  };
  assert.equal(account.ifsc, account.bank_ifsc);
});

test("someone who is no beneficiary is paid by bank account, by UPI ID and by wallet", async () => {
  const name = { beneficiary_name: "Asha Rao" };
  const ways: [string, Fields][] = [
    ["banktransfer", { ...name, beneficiary_instrument_details: v2Account() }],
    ["bank", { ...name, beneficiary_instrument_details: v2Account() }],
    ["upi", { ...name, beneficiary_instrument_details: { vpa: "success@upi" } }],
    ["paytm", { ...name, beneficiary_contact_details: { beneficiary_phone: "9876543210" } }],
  ];
  for (const [transfer_mode, beneficiary_details] of ways) {
    const order = soundOrderV2({ transfer_mode, beneficiary_details });
    const taken = await pay(order);
    assert.equal(taken.status, 200, JSON.stringify(taken.body));
    mustFit(ORDER, taken);
    await runtimeOf(world.ctx).idle();
    const { body } = await read({ transfer_id: String(order.transfer_id) });
    assert.equal(body.status, "SUCCESS", transfer_mode);
  }
});

test("what the bank has not confirmed is PENDING, and what it refused FAILED with its reason", async () => {
  const ways = [
    ["909090909029", "PENDING"],
    ["909090909008", "FAILED"],
  ] as const;
  for (const [bank_account_number, status] of ways) {
    const order = soundOrderV2({
      beneficiary_details: {
        beneficiary_name: "Asha Rao",
        beneficiary_instrument_details: { bank_account_number, bank_ifsc: "HDFC0000001" },
      },
    });
    await pay(order);
    await runtimeOf(world.ctx).idle();
    const heard = await read({ transfer_id: String(order.transfer_id) });
    mustFit(READ, heard);
    assert.equal(heard.body.status, status);
    assert.equal(heard.body.transfer_utr, undefined);
    if (status === "FAILED") assert.match(String(heard.body.status_code), /^[A-Z_]+$/);
  }
});

test("what members must agree to is APPROVAL_PENDING, and what there is no money for FAILED", async () => {
  const asking = await client.another();
  await agreeFirst(asking, "transfer");
  const waiting = await pay(soundOrderV2(), {}, asking);
  mustFit(ORDER, waiting);
  assert.deepEqual([waiting.status, waiting.body.status], [200, "APPROVAL_PENDING"]);
  const poor = await client.another({ balancePaise: 1_00n });
  const failed = await pay(soundOrderV2(), {}, poor);
  mustFit(ORDER, failed);
  assert.deepEqual(
    [failed.status, failed.body.status, failed.body.status_code],
    [200, "FAILED", "INSUFFICIENT_BALANCE"],
  );
});

test("one transfer_id, sent 20 times at once, is one transfer", async () => {
  const order = soundOrderV2();
  const heard = await Promise.all(Array.from({ length: 20 }, () => pay(order)));
  assert.equal(heard.filter(({ status }) => status === 200).length, 1);
  const others = heard.filter(({ status }) => status === 409);
  assert.equal(others.length, 19);
  for (const { body } of others) assert.equal(body.code, "transfer_id_already_exists");
  assert.equal(await countOf(order.transfer_id), 1);
});

test("with an idempotency key the same content gets the same answer, and other content 409", async () => {
  const key = { "x-idempotency-key": freshId("key") };
  const order = soundOrderV2();
  const heard = await Promise.all(Array.from({ length: 20 }, () => pay(order, key)));
  const answers = new Set(heard.map(({ status, body }) => JSON.stringify([status, body])));
  assert.equal(answers.size, 1);
  assert.equal(heard.filter(({ headers }) => headers.get("idempotent-replayed") === "true").length, 19);
  await runtimeOf(world.ctx).idle();
  const later = await pay(order, { "idempotency-key": "another" });
  assert.deepEqual(later.body, heard[0]!.body);
  const other = await pay({ ...order, transfer_amount: 11 }, key);
  assert.deepEqual([other.status, other.body.code], [409, "x-idempotency-key_reused"]);
  const another = await pay({ ...order, transfer_amount: 11 }, { "x-idempotency-key": freshId("key") });
  assert.deepEqual([another.status, another.body.code], [409, "transfer_id_already_exists"]);
  assert.equal(await countOf(order.transfer_id), 1);
});

test("details beside a beneficiary_id must be the listed ones, and then it is that one who is paid", async () => {
  const account = v2Account();
  const beneficiaryId = await addBeneficiaryV2(client, {
    beneficiary_id: `v2.${freshId("b")}|a-b`,
    beneficiary_instrument_details: { ...account, vpa: "success@upi" },
  });
  const details = (instruments: Fields) => ({
    beneficiary_details: { beneficiary_id: beneficiaryId, beneficiary_instrument_details: instruments },
  });
  const order = soundOrderV2(details({ ...account, vpa: "SUCCESS@upi" }));
  assert.equal((await pay(order)).status, 200);
  const wrong: [Fields, string][] = [
    [{ bank_account_number: "999999999999" }, "bank_account_number_invalid"],
    [{ bank_ifsc: "HDFC0000002" }, "bank_ifsc_invalid"],
    [{ vpa: "nobody@upi" }, "vpa_invalid"],
  ];
  for (const [instruments, code] of wrong) {
    const { status, body } = await pay(soundOrderV2(details(instruments)));
    const place = "beneficiary_details.beneficiary_instrument_details.";
    assert.deepEqual([status, body.code], [400, place + code]);
    assert.match(String(body.message), /does not match with the beneficiary/);
  }
  const key = { "idempotency-key": "details" };
  assert.equal((await pay(order, key)).headers.get("idempotent-replayed"), "true");
  // An order with another account under the same ID is a different order, even with the same beneficiary ID.
  const other = { ...order, ...details({ bank_account_number: "999999999999" }) };
  assert.deepEqual([(await pay(other, key)).status, (await pay(order)).status], [409, 409]);
  await askV2(client, "DELETE /beneficiary", { query: { beneficiary_id: beneficiaryId } });
  assert.equal((await pay(order, key)).status, 200);
});

test("a transfer that may be stored is never told as an error", async () => {
  const database = await openBreakableDatabase(world);
  const address = await client.stage.openServer(database.url);
  const order = soundOrderV2();
  database.cutInCommit();
  const heard = await askV2(client, "POST /transfers", { body: order, address });
  assert.equal(heard.status, 200);
  mustFit(ORDER, heard);
  assert.deepEqual([heard.body.status, heard.body.cf_transfer_id], ["PENDING", ""]);
  const known = await read({ transfer_id: String(order.transfer_id) });
  assert.equal(known.status, 200);
});

test("another merchant's transfers are no one's", async () => {
  const order = soundOrderV2();
  const { body } = await pay(order);
  const stranger = await client.another();
  for (const query of [
    { transfer_id: String(order.transfer_id) },
    { cf_transfer_id: `${BigInt(String(body.cf_transfer_id)) + 900_000n}` },
  ]) {
    assert.equal((await read(query, stranger)).status, 404);
  }
  assert.equal((await pay(order, {}, stranger)).status, 200);
});
