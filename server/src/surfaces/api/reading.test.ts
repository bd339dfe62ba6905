import assert from "node:assert/strict";
import { test } from "node:test";
import { istText } from "#lib/ist";
import { makeWorld } from "#test/world";
import { addBeneficiary } from "#test/literals/requests";
import { freshId, openStage } from "#test/literals/stage";
import { magic, sendOrder, waitForSunday, type Way } from "#test/literals/send-orders";

const world = await makeWorld();
const stage = await openStage(world);
const client = await stage.makeClient("rest");

const SYNC: Way = { operation: "requestTransfer", version: "v1" };
const MOMENT = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
type Data = Record<string, unknown>;

async function statusOf(query: Record<string, string>, version = "v1"): Promise<Data> {
  const { body } = await client.call("GET", `/${version}/getTransferStatus`, { query });
  return (body.data?.transfer ?? { message: body.message }) as Data;
}

test("a paid transfer shows all that the contract names, and v1.2 more", async () => {
  const transferId = freshId("t");
  const beneId = await addBeneficiary(client, { bankAccount: "00011020001772" });
  const { body } = await sendOrder(client, SYNC, { fields: { beneId, transferId, amount: 1.2 } });
  const referenceId = String(body.data?.referenceId);
  const v1 = await statusOf({ transferId });
  const { utr, addedOn, processedOn, ...rest } = v1;
  assert.deepEqual(rest, {
    transferId,
    referenceId,
    bankAccount: "00011020001772",
    ifsc: "HDFC0000001",
    beneId,
    amount: "1.20",
    status: "SUCCESS",
    transferMode: "BANK",
    acknowledged: 1,
  });
  assert.equal(utr, body.data?.utr);
  for (const moment of [addedOn, processedOn]) assert.match(String(moment), MOMENT);
  assert.deepEqual(await statusOf({ referenceId, transferId }, "v1.1"), v1);
  const v12 = await statusOf({ referenceId }, "v1.2");
  assert.deepEqual(v12, { ...v1, phone: "9876543210", paymentInstrumentId: "WALLET_1" });
});

test("both ids must name the same transfer", async () => {
  const transferId = freshId("t");
  const { body } = await sendOrder(client, SYNC, { fields: { transferId } });
  const referenceId = String(body.data?.referenceId);
  const unknown = { message: "TransferId is invalid or does not exist" };
  assert.deepEqual(await statusOf({ referenceId, transferId: "another" }), unknown);
  for (const wrong of ["0", "x", "-1", "99999999999999999999"]) {
    const said = await statusOf({ referenceId: wrong, transferId });
    assert.deepEqual(said, { message: "ReferenceId is invalid or does not exist" }, wrong);
  }
});

test("a failed transfer shows its reason and no UTR; the call succeeds", async () => {
  const transferId = freshId("t");
  await sendOrder(client, SYNC, { payee: magic("909090909008"), fields: { transferId } });
  const transfer = await statusOf({ transferId });
  assert.equal(transfer.status, "FAILED");
  assert.equal(transfer.reason, "BENE_BANK_DECLINED");
  assert.ok(!("utr" in transfer));
});

test("a direct transfer has no beneId; UPI shows the VPA and no bank account", async () => {
  const transferId = freshId("t");
  const payee = { vpa: "success@upi", bankAccount: undefined, ifsc: undefined };
  const way: Way = { operation: "directTransfer", version: "v1.2" };
  await sendOrder(client, way, { payee, fields: { transferId, transferMode: "upi" } });
  const transfer = await statusOf({ transferId }, "v1.2");
  assert.equal(transfer.beneId, "");
  assert.equal(transfer.vpa, "success@upi");
  assert.equal(transfer.transferMode, "UPI");
  assert.ok(!("bankAccount" in transfer) && !("ifsc" in transfer));
});

test("transfers are listed in pages without gaps or repeats", async () => {
  const other = await client.another();
  const sent: string[] = [];
  for (let count = 0; count < 12; count += 1) {
    const { body } = await sendOrder(other, { operation: "requestAsyncTransfer", version: "v1" });
    sent.push(String(body.data?.referenceId));
  }
  const pageOf = async (
    query: Record<string, string>,
  ): Promise<{ ids: string[]; last: string | undefined }> => {
    const { body } = await other.call("GET", "/v1/getTransfers", { query });
    const { transfers, lastReturnId } = body.data as {
      transfers: { referenceId: string }[];
      lastReturnId?: string;
    };
    return { ids: transfers.map(({ referenceId }) => referenceId), last: lastReturnId };
  };
  const first = await pageOf({});
  assert.deepEqual(first, { ids: sent.slice(0, 10), last: sent[9] });
  assert.deepEqual(await pageOf({ lastReturnId: first.last! }), { ids: sent.slice(10), last: undefined });
  assert.deepEqual(await pageOf({ maxReturn: "12" }), { ids: sent, last: undefined });
  assert.deepEqual(await pageOf({ date: "2020-01-01" }), { ids: [], last: undefined });
  for (const maxReturn of ["0", "101", "x", "1.5"]) {
    assert.equal((await other.call("GET", "/v1/getTransfers", { query: { maxReturn } })).body.subCode, "412");
  }
  assert.equal((await pageOf({ maxReturn: "100" })).ids.length, 12);
});

test("the list of transfers is filtered by every field, page by page", async () => {
  const other = await client.another();
  const beneId = await addBeneficiary(other);
  const way: Way = { operation: "requestTransfer", version: "v1" };
  const keys = ["1.10", "1.20", "1.30"].map((amount) => ({ amount, transferId: freshId("t") }));
  for (const fields of keys) await sendOrder(other, way, { fields: { ...fields, beneId } });
  const failed = freshId("t");
  await sendOrder(other, way, {
    payee: magic("909090909008"),
    fields: { transferId: failed, amount: "5.00" },
  });
  const listed = async (query: Record<string, string>) => {
    const { body } = await other.call("GET", "/v1/getTransfers", { query });
    return body.data as { transfers: Record<string, string>[]; lastReturnId?: string };
  };
  const found = async (query: Record<string, string>) =>
    (await listed(query)).transfers.map(({ transferId }) => transferId);
  const paid = keys.map(({ transferId }) => transferId);
  const today = istText(new Date()).slice(0, 10);
  const cases: [Record<string, string>, string[]][] = [
    [{}, [...paid, failed]],
    [{ transferId: paid[1]! }, [paid[1]!]],
    [{ transferId: paid[1]!, status: "FAILED" }, []],
    [{ transferId: "undefined", beneId: "undefined" }, [...paid, failed]],
    [{ beneId }, paid],
    [{ beneId: "none" }, []],
    [{ status: "FAILED" }, [failed]],
    [{ status: "SUCCESS", minAmount: "1.20" }, paid.slice(1)],
    [{ minAmount: "1.2", maxAmount: "1.2" }, [paid[1]!]],
    [{ startDate: today, endDate: today, maxAmount: "4" }, paid],
    [{ startDate: "2020-01-01", endDate: "2020-12-31" }, []],
    [{ date: today, endDate: "2020-12-31" }, []],
  ];
  for (const [query, expected] of cases)
    assert.deepEqual(await found(query), expected, JSON.stringify(query));
  const first = await listed({ beneId, maxReturn: "2" });
  assert.equal(first.transfers.length, 2);
  assert.deepEqual(await found({ beneId, maxReturn: "2", lastReturnId: first.lastReturnId! }), [paid[2]]);
  const [row] = (await listed({ status: "FAILED" })).transfers;
  assert.equal(row!.reason, "BENE_BANK_DECLINED");
  const wrong = await other.call("GET", "/v1/getTransfers", {
    query: { startDate: "2026-02-02", endDate: "2026-02-01" },
  });
  assert.deepEqual([wrong.body.subCode, wrong.body.message], ["422", "Requested date range is invalid"]);
});

test("beneficiaries are listed newest first, page by page, without those that were removed", async () => {
  const other = await client.another();
  const added: string[] = [];
  for (let count = 0; count < 4; count += 1) added.unshift(await addBeneficiary(other));
  await other.call("POST", "/v1/removeBeneficiary", { body: { beneId: added[3] } });
  const pageOf = async (query: Record<string, string>) => {
    const { body } = await other.call("GET", "/v1.2/listBeneficiaries", { query });
    return body.data as { beneficiaries: Record<string, string>[]; lastReturnId?: string };
  };
  const first = await pageOf({ maxReturn: "2" });
  const rest = await pageOf({ maxReturn: "2", lastReturnId: first.lastReturnId! });
  const ids = [first, rest].map(({ beneficiaries }) => beneficiaries.map(({ beneId }) => beneId));
  assert.deepEqual(ids, [added.slice(0, 2), [added[2]]]);
  assert.ok(first.lastReturnId !== undefined && rest.lastReturnId === undefined);
  const { body } = await other.call("GET", `/v1/getBeneficiary/${added[0]}`);
  assert.deepEqual(first.beneficiaries[0], body.data);
  assert.deepEqual((await pageOf({ status: "APPROVAL_PENDING" })).beneficiaries, []);
});

test("a beneficiary's history is newest first, by page, and outlives the beneficiary", async () => {
  const beneId = await addBeneficiary(client);
  for (const amount of ["1.10", "1.20", "1.30"])
    await sendOrder(client, SYNC, { fields: { beneId, amount } });
  const historyOf = async (query: Record<string, string>): Promise<string[]> => {
    const { body } = await client.call("GET", "/v1/beneHistory", { query: { beneId, ...query } });
    return (
      (body.data?.transfers as Data[] | undefined)?.map(({ amount }) => String(amount)) ?? [body.message]
    );
  };
  assert.deepEqual(await historyOf({}), ["1.30", "1.20", "1.10"]);
  assert.deepEqual(await historyOf({ perPage: "2" }), ["1.30", "1.20"]);
  assert.deepEqual(await historyOf({ perPage: "2", page: "2" }), ["1.10"]);
  assert.deepEqual(await historyOf({ startDate: "2020-01-01", endDate: "2020-01-02" }), []);
  await client.call("POST", "/v1/removeBeneficiary", { body: { beneId } });
  assert.deepEqual(await historyOf({ perPage: "1" }), ["1.30"]);
  const { body } = await client.call("GET", "/v1/beneHistory", { query: { beneId, perPage: "1" } });
  const [row = {}] = (body.data?.transfers ?? []) as Data[];
  assert.match(String(row.transferDate), /^\d{4}-\d{2}-\d{2}$/);
  assert.deepEqual(
    { ...row, transferDate: "" },
    { transferDate: "", amount: "1.30", mode: "IMPS", beneId, status: "SUCCESS" },
  );
});

test("a history's days must be over, exist, and stand in order", async () => {
  const beneId = await addBeneficiary(client);
  const [{ today, yesterday }] = (await world.look<{ today: string; yesterday: string }>(
    `select to_char(now() at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as today,
       to_char((now() at time zone 'Asia/Kolkata') - interval '1 day', 'YYYY-MM-DD') as yesterday`,
  )) as [{ today: string; yesterday: string }];
  const say = async (query: Record<string, string>): Promise<string> =>
    (await client.call("GET", "/v1/beneHistory", { query: { beneId, ...query } })).body.message;
  const invalid = "Requested date range is invalid";
  assert.equal(await say({ endDate: yesterday }), "Data retrieved successfully");
  assert.equal(await say({ startDate: yesterday, endDate: yesterday }), "Data retrieved successfully");
  assert.equal(await say({ endDate: today }), invalid);
  assert.equal(await say({ startDate: yesterday }), invalid);
  assert.equal(await say({ startDate: yesterday, endDate: "2020-01-01" }), invalid);
  assert.equal(await say({ startDate: "2026-02-30", endDate: "2026-03-02" }), invalid);
  assert.equal(await say({ startDate: "2026-1-1", endDate: "2026-01-02" }), invalid);
});

test("the balance is what is there, and available what is not held", async () => {
  const other = await client.another({ balancePaise: 1_000_00n });
  const balanceOf = async (): Promise<unknown> => (await other.call("GET", "/v1/getBalance")).body.data;
  assert.deepEqual(await balanceOf(), { balance: "1000.00", availableBalance: "1000.00" });
  await waitForSunday(other);
  const heard = await sendOrder(other, SYNC, { fields: { amount: "100.00", transferMode: "neft" } });
  assert.equal(heard.body.message, "Transfer Scheduled for next working day");
  // The hold is the amount with its fee (3.00) and the tax on it (0.54).
  assert.deepEqual(await balanceOf(), { balance: "1000.00", availableBalance: "896.46" });
  const late = await client.another({ balancePaise: 1_000_00n, syncWaitMs: 0 });
  const pending = await sendOrder(late, SYNC, { payee: magic("909090909026"), fields: { amount: "100.00" } });
  assert.equal(pending.body.message, "Transfer request pending at the bank");
  const { body } = await late.call("GET", "/v1/getBalance");
  assert.deepEqual(body.data, { balance: "1000.00", availableBalance: "892.92" });
});
