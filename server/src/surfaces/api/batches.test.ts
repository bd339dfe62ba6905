import assert from "node:assert/strict";
import { test } from "node:test";
import { changeMerchant } from "#access";
import { workBatches } from "#batches";
import { explainCard } from "#rails";
import { runtimeOf } from "#transfers";
import { explainIfsc } from "#rails";
import { makeWorld } from "#test/world";
import { batchOrder, batchRow } from "#test/literals/requests";
import { freshId, openStage, type Client, type Heard } from "#test/literals/stage";

const world = await makeWorld();
const stage = await openStage(world);
const client = await stage.makeClient("rest");

type Fields = Record<string, unknown>;

const request = (changes: Fields, headers: Record<string, string> = {}, version = "v1"): Promise<Heard> =>
  client.call("POST", `/${version}/requestBatchTransfer`, { body: { ...batchOrder(), ...changes }, headers });

async function statusOf(batchTransferId: string, version = "v1"): Promise<Fields & { transfers: Fields[] }> {
  const { body } = await client.call("GET", `/${version}/getBatchTransferStatus`, {
    query: { batchTransferId },
  });
  assert.equal(body.message, "Data retrieved successfully");
  return body.data as Fields & { transfers: Fields[] };
}

const debitCard: Fields = { token: "tok_5F2mQ8rXw1Zk", cardType: "DEBIT" };

/** Requests a batch with these rows and returns their entries once the batch has ended. */
async function pay(rows: readonly unknown[], changes: Fields = {}): Promise<Fields[]> {
  const batchTransferId = freshId("batch");
  const { body } = await request({ batchTransferId, batch: rows, ...changes });
  assert.equal(body.message, "Request accepted");
  await workOff(client);
  return (await statusOf(batchTransferId)).transfers;
}

async function workOff({ merchant }: Client): Promise<void> {
  await workBatches(world.ctx, merchant.merchantId);
  await runtimeOf(world.ctx).idle();
}

test("a batch shows its rows at once, and what became of them later", async () => {
  const batchTransferId = freshId("batch");
  const row = batchRow();
  const { body } = await request({ batchTransferId, batch: [row] });
  const referenceId = body.data?.referenceId as number;
  assert.ok(Number.isInteger(referenceId) && referenceId > 0 && referenceId < 2 ** 31);
  const before = await statusOf(batchTransferId);
  const { addedOn, ...open } = before.transfers[0]!;
  assert.match(String(addedOn), /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
  assert.deepEqual(
    { ...before, transfers: [open] },
    {
      rowCount: 1,
      referenceId,
      transfers: [
        {
          transferId: row.transferId,
          beneId: "",
          referenceId: 0,
          bankAccount: row.bankAccount,
          ifsc: row.ifsc,
          amount: "12.00",
          remarks: "",
          status: "RECEIVED",
          utr: "",
          processedOn: "0000-00-00 00:00:00",
        },
      ],
    },
  );
  await workOff(client);
  const after = await statusOf(batchTransferId, "v1.2");
  const paid = after.transfers[0]!;
  assert.equal(after.paymentInstrumentId, "WALLET_1");
  assert.equal(paid.status, "SUCCESS");
  assert.match(String(paid.beneId), /^9876543210_\d{10}$/);
  assert.ok(String(paid.utr).length > 0 && Number(paid.referenceId) > 0 && !("failureReason" in paid));
  assert.notEqual(paid.processedOn, "0000-00-00 00:00:00");
  assert.deepEqual(await statusOf(batchTransferId, "v1.3"), after);
});

test("the published sample with a malformed IFSC is taken, and its row told of", async () => {
  const ifsc = "PYTM0_000001";
  const bankAccount = "9999999999";
  const [one, other] = await pay([batchRow(), { ...batchRow(), ifsc, bankAccount }]);
  assert.equal(one!.status, "SUCCESS");
  assert.deepEqual(
    [other!.status, other!.failureReason, other!.ifsc],
    ["REJECTED", "Invalid IFSC code provided for bank account.", ifsc],
  );
});

const letters = (count: number): string => "a".repeat(count);
const digits = (count: number): string => "9".repeat(count);
const OK = undefined;

/** The format, the row's fields, and the expected reason; undefined: the row is paid. */
const ofRows: [string, Fields, string | undefined][] = [
  ["BANK_ACCOUNT", { transferId: letters(40) }, OK],
  ["BANK_ACCOUNT", { transferId: letters(41) }, "Invalid transferId passed."],
  ["BANK_ACCOUNT", { transferId: "a b" }, "Invalid transferId passed."],
  ["BANK_ACCOUNT", { transferId: 7 }, "Invalid transferId passed."],
  ["BANK_ACCOUNT", { transferId: "undefined" }, "TransferId missing in the request."],
  ["BANK_ACCOUNT", { amount: "1" }, OK],
  ["BANK_ACCOUNT", { amount: 1.01 }, OK],
  ["BANK_ACCOUNT", { amount: "0.99" }, "Transfer amount is less than minimum amount of Rs. 1."],
  ["BANK_ACCOUNT", { amount: "1.001" }, "Invalid Amount Passed.Only 2 decimal places are allowed."],
  ["BANK_ACCOUNT", { amount: "1,000" }, "Invalid amount passed."],
  ["BANK_ACCOUNT", { amount: digits(13) }, "Invalid amount passed."],
  ["BANK_ACCOUNT", { amount: null }, "Amount missing in the request."],
  ["BANK_ACCOUNT", { remarks: letters(70) }, OK],
  ["BANK_ACCOUNT", { remarks: letters(71) }, "Remarks can have only numbers, alphabets and whitespaces."],
  ["BANK_ACCOUNT", { name: letters(100) }, OK],
  ["BANK_ACCOUNT", { name: letters(101) }, "Please provide a valid name"],
  ["BANK_ACCOUNT", { email: `${letters(188)}@example.com` }, OK],
  ["BANK_ACCOUNT", { email: `${letters(189)}@example.com` }, "Please provide a valid email"],
  ["BANK_ACCOUNT", { phone: digits(11) }, OK],
  ["BANK_ACCOUNT", { phone: digits(12) }, "Please provide a valid Phone Number"],
  ["BANK_ACCOUNT", { phone: digits(8) }, OK],
  ["BANK_ACCOUNT", { phone: digits(7) }, "Please provide a valid Phone Number"],
  ["BANK_ACCOUNT", { phone: `+91${digits(10)}` }, OK],
  ["BANK_ACCOUNT", { bankAccount: digits(40) }, OK],
  ["BANK_ACCOUNT", { bankAccount: digits(41) }, "Please provide a valid Bank Account"],
  ["BANK_ACCOUNT", { bankAccount: digits(6) }, OK],
  ["BANK_ACCOUNT", { bankAccount: digits(5) }, "Please provide a valid Bank Account"],
  ["BANK_ACCOUNT", { ifsc: letters(50) }, "Invalid IFSC code provided for bank account."],
  ["BANK_ACCOUNT", { ifsc: "QQQQ0000001" }, explainIfsc("QQQQ0000001")!],
  ["BANK_ACCOUNT", { ifsc: "ORBC0100001" }, explainIfsc("ORBC0100001")!],
  ["BANK_ACCOUNT", { ifsc: "SBIN0031816" }, explainIfsc("SBIN0031816")!],
  ["BANK_ACCOUNT", { beneId: letters(50) }, OK],
  ["BANK_ACCOUNT", { beneId: letters(51) }, "Please provide a valid Beneficiary Id"],
  ["BANK_ACCOUNT", { transferMode: "imps" }, OK],
  ["BANK_ACCOUNT", { transferMode: "upi" }, "Invalid transfer mode passed in the request."],
  ["BANK_ACCOUNT", { transferMode: "IMPS" }, "Invalid transfer mode passed in the request."],
  ["BANK_ACCOUNT", { transferMode: "rtgs" }, "Transfer amount is less than minimum amount of Rs. 200000."],
  ["UPI", { vpa: `${letters(96)}@upi` }, OK],
  ["UPI", { vpa: `${letters(97)}@upi` }, "Please provide a valid Virtual Payee Address"],
  ["UPI", {}, "No Payee Virtual Address associated with the beneficiary."],
  [
    "UPI",
    { vpa: "success@upi", amount: "100000.01" },
    "Transfer amount is greater than the maximum amount of Rs.100000.",
  ],
  ["PAYTM", {}, OK],
  ["AMAZONPAY", { amount: "10000.01" }, "Transfer amount is greater than the maximum amount of Rs.10000."],
  ["BENEFICIARY_ID", {}, "BeneId missing in the request"],
  ["BENEFICIARY_ID", { beneId: "nobody" }, "Beneficiary does not exist"],
  ["CARD", { beneId: "nobody" }, "Please provide valid token details"],
  ["CARD", { token: "tok_5F2mQ8rXw1Zk", cardType: "CASH" }, "cardType is invalid"],
  ["CARD", { ...debitCard, networkType: "RUPAY" }, "Please provide a valid networkType"],
  [
    "CARD",
    { ...debitCard, cardNo: "4111111111111111" },
    `Please provide valid token details. ${explainCard("cardNo")}`,
  ],
  ["CARD", debitCard, "This feature is not available for your account."],
];

test("a row's fields at, below and above their limits", async () => {
  for (const [format, cases] of Map.groupBy(ofRows, ([name]) => name)) {
    const rows = cases.map(([, changes]) => ({ ...batchRow(), ...changes }));
    const told = await pay(rows, { batchFormat: format, deleteBene: 0 });
    const heard = told.map((row, index) => [...cases[index]!.slice(0, 2), row.failureReason]);
    assert.deepEqual(heard, cases);
  }
});

test("the limits of a batch", async () => {
  const say = async (changes: Fields, version?: string): Promise<string> =>
    (await request(changes, {}, version)).body.message;
  const taken = "Request accepted";
  assert.equal(await say({ batchTransferId: freshId("x").padEnd(60, "a") }), taken);
  assert.equal(await say({ batchTransferId: letters(61) }), "Invalid Batch Transfer Id provided");
  assert.equal(await say({ batchTransferId: 7 }), "Invalid Batch Transfer Id provided");
  assert.equal(await say({ batchTransferId: null, batchFormat: null }), "Batch transfer id is missing");
  assert.equal(await say({ batch: Array.from({ length: 500 }, () => batchRow()) }), taken);
  const tooMany = "The maximum number of entries allowed per file is 500, please try again.";
  assert.equal(await say({ batch: Array.from({ length: 501 }, () => batchRow()) }), tooMany);
  for (const deleteBene of [0, 1, "0", "1", undefined]) assert.equal(await say({ deleteBene }), taken);
  for (const deleteBene of [2, true, "yes"]) {
    assert.equal(await say({ deleteBene }), "Transfer Parameters missing in the request");
  }
  assert.equal(await say({ batch: {} }), "Transfer Parameters missing in the request");
  assert.equal(await say({ batchFormat: "BENEFICIARIES" }), "Invalid Batch Format");
  // In v1 no fund source can be named.
  assert.equal(await say({ paymentInstrumentId: "BANK_9" }), taken);
  const unknown = "Specified paymentInstrumentId not available";
  assert.equal(await say({ paymentInstrumentId: "BANK_9" }, "v1.2"), unknown);
  assert.equal(await say({ paymentInstrumentId: 7 }, "v1.2"), unknown);
});

test("a repeated batch is refused, or answered again where that was asked for", async () => {
  const order = batchOrder();
  const again = { "idempotency-key": "again" };
  const first = await request(order);
  assert.equal((await request(order)).body.subCode, "409");
  const repeated = await request(order, again);
  assert.deepEqual(repeated.body, first.body);
  assert.equal(repeated.headers.get("idempotent-replayed"), "true");
  const other = await request({ ...order, batch: [batchRow()] }, { "idempotency-key": "other" });
  assert.equal(other.body.message, `Batch TransferId ${String(order.batchTransferId)} already exists`);
});

test("a row of cards is paid by its token, if the merchant has tokens of its own", async () => {
  const row = (): Fields => ({ transferId: freshId("t"), amount: "10.00", ...debitCard });
  const [early] = await pay([row()], { batchFormat: "CARD" });
  assert.equal(early!.failureReason, "This feature is not available for your account.");
  const settings = { tokenRequestorId: "50110030273" };
  await changeMerchant(world.ctx, client.merchant.merchantId, { settings });
  const [paid] = await pay([row()], { batchFormat: "CARD" });
  assert.deepEqual([paid!.status, paid!.beneId, paid!.bankAccount], ["SUCCESS", "", ""]);
});

test("a batch of one merchant is no other's", async () => {
  const other = await client.another();
  const batchTransferId = freshId("batch");
  await request({ batchTransferId });
  const { body } = await other.call("GET", "/v1/getBatchTransferStatus", { query: { batchTransferId } });
  assert.equal(body.message, "Batch Transfer Id does not exist");
});
