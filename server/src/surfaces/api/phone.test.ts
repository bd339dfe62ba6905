/** Payments to phone numbers: the VPA, the name, the fee, and the answer to a repeated order. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { removeBeneficiary, setBeneficiarySettings } from "#beneficiaries";
import { setPhoneSettings } from "#phone";
import { verifyLedger } from "#proof";
import { blockPayee } from "#risk";
import { makeWorld } from "#test/world";
import { addBeneficiary } from "#test/literals/requests";
import { agreeFirst } from "#test/literals/restrict";
import { bodyOf, sendBody, sendOrder, type Way } from "#test/literals/send-orders";
import { freshId, openStage, type Client } from "#test/literals/stage";

const world = await makeWorld();
const stage = await openStage(world);
const client = await stage.makeClient("rest");

const DIRECT: Way = { operation: "directTransfer", version: "v1.2" };
const LISTED: Way = { operation: "requestTransfer", version: "v1" };
const PAID = "Transfer completed successfully";
const NOT_LINKED = "Phone number invalid or not linked to a VPA.";
const DIFFERS = "Beneficiary name does not agree with the name at the bank";
const PHONE = { transferMode: "phone" };
const freshKey = (): Record<string, string> => ({ "idempotency-key": freshId("key") });

interface Row {
  readonly mode: string;
  readonly rail: string;
  readonly fee_paise: string;
  readonly origin_kind: string;
  readonly vpa: string;
  readonly name: string;
  readonly lookup: string;
}

async function transferOf(by: Client, transferKey: unknown): Promise<Row | undefined> {
  const [row] = await world.look<Row>(
    `select mode, rail, fee_paise::text, origin_kind, payee.vpa, payee.name, lookup.vpa as lookup
     from transfers.transfer
     join beneficiaries.beneficiary as payee using (merchant_id, beneficiary_id)
     left join phone.lookup on lookup.merchant_id = transfer.merchant_id and lookup_id = origin_id
     where transfer.merchant_id = $1 and transfer.transfer_key = $2`,
    [by.merchant.merchantId, transferKey],
  );
  return row;
}

test("a phone number is paid by UPI to the VPA that the bank tells, at the price of Pay to Phone", async () => {
  const body = await bodyOf(client, DIRECT, { payee: { phone: "+917170000001" }, fields: PHONE });
  const { body: heard } = await sendBody(client, DIRECT, body);
  assert.equal(heard.message, PAID);
  const row = await transferOf(client, body["transferId"]);
  assert.deepEqual(row, {
    mode: "upi",
    rail: "upi",
    // For up to Rs 1,000 the fee is 6 by UPI and 7 by phone number.
    fee_paise: "700",
    origin_kind: "phone",
    vpa: "name-direct@upi",
    name: "Asha Rao",
    lookup: "name-direct@upi",
  });
  const status = await client.call("GET", "/v1.2/getTransferStatus", {
    query: { transferId: String(body["transferId"]) },
  });
  const { transfer } = status.body.data as { transfer: Record<string, unknown> };
  assert.deepEqual(
    [transfer["status"], transfer["transferMode"], transfer["vpa"], transfer["phone"]],
    ["SUCCESS", "phone", row!.vpa, "7170000001"],
  );
  assert.deepEqual([transfer["nameMatchScore"], transfer["nameMatchResult"]], [100, "DIRECT_MATCH"]);
});

test("only a direct and a good partial match are paid; the others leave the id free", async () => {
  const say = async (phone: string, name = "Asha Rao"): Promise<string> =>
    (await sendOrder(client, DIRECT, { payee: { phone, name }, fields: PHONE })).body.message;
  assert.equal(await say("7170000001"), PAID);
  assert.equal(await say("7170000002"), PAID);
  assert.equal(await say("7170000003"), `${DIFFERS}: moderate match.`);
  assert.equal(await say("7170000004"), `${DIFFERS}: poor match.`);
  assert.equal(await say("7170000005"), `${DIFFERS}: no match.`);
  const transferId = freshId("t");
  const order = (phone: string) =>
    sendOrder(client, DIRECT, { payee: { phone }, fields: { ...PHONE, transferId } });
  assert.equal((await order("7170000005")).httpStatus, 400);
  assert.equal(await transferOf(client, transferId), undefined);
  assert.equal((await order("7170000001")).body.message, PAID);
});

test("a name in an Indian script is compared, and one that cannot be is not called another name", async () => {
  const pay = (name: string, phone: string) =>
    sendOrder(client, DIRECT, { payee: { name, phone }, fields: PHONE });
  assert.equal((await pay("आशा राव", "7170000001")).body.message, PAID);
  assert.equal((await pay("ఆశా రావు", "7170000001")).body.message, PAID);
  const differs = (await pay("उमा महेश्वरी", "7170000001")).body.message;
  assert.equal(differs, `${DIFFERS}: no match.`);
  const other = (await pay("王芳", "7170000001")).body.message;
  assert.match(other, /cannot be compared .* Latin letters/);
});

test("a number without a VPA, or that is no mobile's, is told as such in both versions", async () => {
  for (const version of ["v1", "v1.2"] as const) {
    const way: Way = { operation: "directTransfer", version };
    for (const phone of ["7070000001", "02212345678", "5123456789", "12345", "98765432101234"]) {
      const { body } = await sendOrder(client, way, { payee: { phone }, fields: PHONE });
      assert.deepEqual([body.subCode, body.message], ["400", NOT_LINKED], phone);
    }
  }
});

test("a merchant may pay without comparing names", async () => {
  const own = await stage.makeClient("rest");
  await setPhoneSettings(world.ctx, own.merchant.merchantId, { checkName: false, by: "system" });
  const order = { payee: { phone: "7170000005" }, fields: PHONE };
  assert.equal((await sendOrder(own, DIRECT, order)).body.message, PAID);
});

test("a magic phone's payment meets its scenario", async () => {
  const own = await stage.makeClient("rest", { syncWaitMs: 300 });
  await setPhoneSettings(world.ctx, own.merchant.merchantId, { checkName: false, by: "system" });
  const say = async (phone: string) =>
    (await sendOrder(own, DIRECT, { payee: { phone }, fields: PHONE })).body;
  assert.equal((await say("7070000008")).message, "Transfer attempt failed at the bank.");
  assert.equal((await say("7070000020")).status, "PENDING");
});

test("when no bank tells numbers, nothing is stored and the order may come again", async () => {
  const own = await stage.makeClient("rest", { bankIds: ["himshikhar"] });
  const body = await bodyOf(own, DIRECT, { payee: { phone: "7170000001" }, fields: PHONE });
  const { body: heard } = await sendBody(own, DIRECT, body);
  assert.equal(heard.message, "Internal error. Please re-initiate the transfer request");
  assert.equal(await transferOf(own, body["transferId"]), undefined);
});

test("a listed beneficiary is paid by its number, not by its VPA", async () => {
  const beneId = await addBeneficiary(client, { phone: "7170000002", vpa: "elsewhere@upi" });
  const transferId = freshId("t");
  const heard = await client.call("POST", "/v1/requestTransfer", {
    body: { beneId, amount: "10.00", transferId, ...PHONE },
  });
  assert.equal(heard.body.message, PAID);
  const told = await client.call("GET", "/v1/getTransferStatus", { query: { transferId } });
  const { transfer } = told.body.data as { transfer: Record<string, unknown> };
  assert.deepEqual([transfer["beneId"], transfer["transferMode"]], [beneId, "phone"]);
  const list = await client.call("GET", "/v1/getTransfers", { query: { maxReturn: "100" } });
  const { transfers } = list.body.data as { transfers: Record<string, unknown>[] };
  assert.ok(transfers.some((row) => row["beneId"] === beneId));
  const [row] = await world.look<{ vpa: string }>(
    "select vpa from phone.lookup where merchant_id = $1 order by looked_up_at desc limit 1",
    [client.merchant.merchantId],
  );
  assert.equal(row!.vpa, "name-good@upi");
});

test("what stands against a listed beneficiary stands against its number", async () => {
  const own = await stage.makeClient("rest");
  const { merchantId } = own.merchant;
  const beneId = await addBeneficiary(own, { phone: "7170000001" });
  const pay = async (id: string) =>
    (
      await own.call("POST", "/v1/requestTransfer", {
        body: { beneId: id, amount: "10.00", transferId: freshId("t"), ...PHONE },
      })
    ).body.message;
  assert.equal(await pay("nobody"), "Beneficiary does not exist");
  assert.equal(await pay(beneId), PAID);
  const [row] = await world.look<{ id: string }>(
    "select beneficiary_id as id from beneficiaries.beneficiary where merchant_id = $1 and bene_id = $2",
    [merchantId, beneId],
  );
  await blockPayee(world.ctx, merchantId, {
    payee: { kind: "beneficiary", beneficiaryId: row!.id },
    because: "a test blocks it",
    by: "system",
  });
  assert.equal(await pay(beneId), "Transfer to this beneficiary not allowed.");
  await setBeneficiarySettings(world.ctx, merchantId, { waitingMinutes: 30, by: "system" });
  const fresh = await addBeneficiary(own, { phone: "7170000001" });
  assert.equal(await pay(fresh), "Please wait 30 minutes after adding the beneficiary.");
  await agreeFirst(own, "beneficiary");
  const waiting = await addBeneficiary(own, { phone: "7170000001" });
  assert.equal(await pay(waiting), "Transfer to this beneficiary not allowed.");
});

for (const way of [DIRECT, LISTED]) {
  test(`${way.operation}: a repeated order is the same order, though the bank does not answer now`, async () => {
    const own = await stage.makeClient("rest");
    const body = await bodyOf(own, way, { payee: { phone: "7170000001" }, fields: PHONE });
    const first = await sendBody(own, way, body, freshKey());
    assert.equal(first.body.message, PAID);
    await stage.simulator.control("PUT", "/sim/banks/meghdoot/manner", {
      debitAccount: own.merchant.debitAccount,
      mishaps: [{ operation: "verify", chance: 1, mishap: { kind: "maintenance" } }],
    });
    const again = await sendBody(own, way, body, freshKey());
    assert.deepEqual(again.body, first.body);
    assert.equal(again.headers.get("idempotent-replayed"), "true");
    assert.equal((await sendBody(own, way, body)).body.message, "Transfer Id already exists.");
    const other = way === DIRECT ? { ...body, amount: "11.00" } : { ...body, amount: "11.00" };
    assert.equal((await sendBody(own, way, other, freshKey())).body.message, "Transfer Id already exists.");
    const rows = await world.look("select 1 from transfers.transfer where merchant_id = $1", [
      own.merchant.merchantId,
    ]);
    assert.equal(rows.length, 1);
  });
}

test("an order that was taken is told first, whatever stands against its number by now", async () => {
  const transferId = freshId("t");
  const order = (phone: string) =>
    sendOrder(client, DIRECT, { payee: { phone }, fields: { ...PHONE, transferId } });
  assert.equal((await order("7170000001")).body.message, PAID);
  for (const phone of ["7070000001", "7170000005", "7070000011"])
    assert.equal((await order(phone)).body.message, "Transfer Id already exists.", phone);
});

test("a repeated order is the same one though its payee was removed, or another has its id", async () => {
  const own = await stage.makeClient("rest");
  const body = await bodyOf(own, LISTED, { payee: { phone: "7170000001" }, fields: PHONE });
  const first = await sendBody(own, LISTED, body, freshKey());
  assert.equal(first.body.message, PAID);
  const beneId = String(body["beneId"]);
  const sayAgain = async (): Promise<void> => {
    const again = await sendBody(own, LISTED, body, freshKey());
    assert.deepEqual(again.body, first.body);
    assert.equal(again.headers.get("idempotent-replayed"), "true");
    assert.equal((await sendBody(own, LISTED, body)).body.message, "Transfer Id already exists.");
  };
  await removeBeneficiary(world.ctx, own.merchant.merchantId, { beneId, by: "system" });
  await sayAgain();
  await addBeneficiary(own, { beneId, phone: "7170000002", name: "Vikram Seth" });
  await sayAgain();
  // The same id for the same payee with another mode is a different order.
  const other = await sendBody(own, LISTED, { ...body, transferMode: "upi" }, freshKey());
  assert.equal(other.headers.get("idempotent-replayed"), null);
  assert.equal(other.body.message, "Transfer Id already exists.");
});

test("many at once with one id make one transfer", async () => {
  const body = await bodyOf(client, DIRECT, { payee: { phone: "7170000001" }, fields: PHONE });
  const heard = await Promise.all(Array.from({ length: 10 }, () => sendBody(client, DIRECT, body)));
  assert.equal(heard.filter((one) => one.body.message === PAID).length, 1);
  assert.equal(heard.filter((one) => one.body.message === "Transfer Id already exists.").length, 9);
});

test("a call that does not pay phones has no such mode", async () => {
  const { body } = await client.call("POST", "/v1/requestTransfer", {
    body: { beneId: "nobody", amount: "1.00", transferId: freshId("t"), transferMode: "Phone" },
  });
  assert.equal(body.message, "Invalid transfer mode passed in the request.");
});

test("the books and every other invariant hold after all of it", async () => {
  assert.deepEqual((await verifyLedger(world.ctx)).findings, []);
});
