/** Batches uploaded as files over HTTP: their control totals, their list, and the beneficiaries they add. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { workBatches } from "#batches";
import { runtimeOf } from "#transfers";
import { makeWorld } from "#test/world";
import { batchOrder, batchRow, rowsFile, soundBeneficiary } from "#test/literals/requests";
import { openStage, type Client, type Heard } from "#test/literals/stage";

const world = await makeWorld();
const stage = await openStage(world);
const client = await stage.makeClient("rest");

const upload = (to: Client, text: string, query: Record<string, string> = {}): Promise<Heard> =>
  to.call("POST", "/v1.2/batchFiles", { query: { format: "BANK_ACCOUNT", ...query }, text });

interface Page extends Record<string, unknown> {
  readonly batches: readonly Record<string, unknown>[];
  readonly lastReturnId?: string;
}

async function list(of: Client, query: Record<string, string> = {}): Promise<Page> {
  const { body } = await of.call("GET", "/v1.2/batchFiles", { query });
  assert.equal(body.message, "Data retrieved successfully");
  return body.data as Page;
}

const TAKEN = "Request accepted";
const ROWS = "Please provide a valid rowCount";
const AMOUNT = "Please provide a valid amount";

test("a file is taken where its totals are those that were declared, and refused as a whole where not", async () => {
  const other = await client.another();
  // The amount of the last row cannot be read and adds nothing to the total.
  const text = rowsFile([batchRow(), batchRow({ amount: "13.50" }), batchRow({ amount: "ten" })]);
  const rows = (declared: number): string => `rowCount is ${declared}, but the file's rows are 3`;
  const sum = (declared: string): string => `amount is ${declared}, but the rows of the file make 25.50`;
  const refused: [Record<string, string>, string][] = [
    [{ rowCount: "2" }, rows(2)],
    [{ rowCount: "4" }, rows(4)],
    [{ rowCount: "999999999" }, rows(999_999_999)],
    [{ rowCount: "4", amount: "1" }, rows(4)],
    [{ amount: "25.49" }, sum("25.49")],
    [{ amount: "25.51" }, sum("25.51")],
    [{ amount: "0", rowCount: "3" }, sum("0.00")],
    [{ amount: "9999999999999.99" }, sum("9999999999999.99")],
    [{ rowCount: "0" }, ROWS],
    [{ rowCount: "-3" }, ROWS],
    [{ rowCount: "3.0" }, ROWS],
    [{ rowCount: "1000000000" }, ROWS],
    [{ amount: "25.500" }, AMOUNT],
    [{ amount: "-25.50" }, AMOUNT],
    [{ amount: "25,50" }, AMOUNT],
    [{ amount: "10000000000000" }, AMOUNT],
  ];
  for (const [query, message] of refused) {
    const { body } = await upload(other, text, query);
    assert.deepEqual([body.status, body.subCode, body.message], ["ERROR", "422", message]);
    assert.equal(body.data, undefined);
  }
  assert.deepEqual(await list(other), { batches: [] });
  for (const query of [
    { rowCount: "3", amount: "25.50" },
    { rowCount: "", amount: "25.5" },
  ]) {
    const { body } = await upload(other, text, query);
    assert.equal(body.message, TAKEN);
  }
  // If a refused file had been stored, the first accepted one would have a warning too.
  const { batches } = await list(other);
  assert.deepEqual(
    batches.map(({ warnings }) => (warnings as unknown[]).length),
    [1, 0],
  );
});

test("a file of beneficiaries is paid nothing, and is counted all the same", async () => {
  const text = rowsFile([soundBeneficiary(), soundBeneficiary()]);
  const format = "BENEFICIARIES";
  const { body } = await upload(client, text, { format, rowCount: "2", amount: "0" });
  assert.equal(body.message, TAKEN);
  const refused = await upload(client, text, { format, rowCount: "1" });
  assert.equal(refused.body.message, "rowCount is 1, but the file's rows are 2");
});

test("batches are listed newest first and page by page, each with how it stands", async () => {
  for (const mode of ["rest", "always-200"] as const) {
    const other = await (await stage.makeClient(mode)).another();
    await upload(other, rowsFile([batchRow()]), { name: "first" });
    await workBatches(world.ctx, other.merchant.merchantId);
    await runtimeOf(world.ctx).idle();
    const order = batchOrder();
    await other.call("POST", "/v1/requestBatchTransfer", { body: order });
    await upload(other, rowsFile([batchRow(), batchRow()]), { name: "third" });
    const newest = await list(other, { maxReturn: "2" });
    assert.deepEqual(
      newest.batches.map(({ name, rowCount, batchTransferId }) => [name, rowCount, batchTransferId]),
      [
        ["third", 2, undefined],
        [order.batchTransferId, 1, order.batchTransferId],
      ],
    );
    const oldest = await list(other, { maxReturn: "2", lastReturnId: newest.lastReturnId! });
    const [first] = oldest.batches;
    assert.deepEqual([oldest.batches.length, oldest.lastReturnId], [1, undefined]);
    assert.deepEqual([first!.name, first!.status, first!.doneAmount], ["first", "COMPLETED", "12.00"]);
    const { body: alone } = await other.call("GET", `/v1.2/batchFiles/${String(first!.batchId)}`);
    assert.partialDeepStrictEqual(alone.data, first!);
    assert.deepEqual(await list(other), { batches: [...newest.batches, ...oldest.batches] });
  }
});

test("the limits of a list of batches, which goes on after ten", async () => {
  const other = await client.another();
  for (let count = 0; count < 11; count += 1) await upload(other, rowsFile([batchRow()]));
  const ten = await list(other);
  assert.deepEqual(
    [ten.batches.length, (await list(other, { maxReturn: "11" })).lastReturnId],
    [10, undefined],
  );
  assert.equal((await list(other, { lastReturnId: ten.lastReturnId! })).batches.length, 1);
  const say = async (query: Record<string, string>): Promise<string> =>
    (await other.call("GET", "/v1.2/batchFiles", { query })).body.message;
  const [found, count, last] = [
    "Data retrieved successfully",
    "maxReturn should be between 1 and 50",
    "lastReturnId is not valid",
  ];
  const cases: [Record<string, string>, string][] = [
    [{ maxReturn: "1" }, found],
    [{ maxReturn: "50" }, found],
    [{ maxReturn: "0" }, count],
    [{ maxReturn: "51" }, count],
    [{ maxReturn: "ten" }, count],
    [{ lastReturnId: "0" }, found],
    [{ lastReturnId: "2147483647" }, found],
    [{ lastReturnId: "2147483648" }, last],
    [{ lastReturnId: "-1" }, last],
    [{ lastReturnId: "undefined" }, found],
  ];
  for (const [query, message] of cases) assert.equal(await say(query), message, JSON.stringify(query));
});

test("what a beneficiary is paid for is kept and shown, by call and by file, and only where it was given", async () => {
  for (const mode of ["rest", "always-200"] as const) {
    const other = await stage.makeClient(mode);
    const purposeOf = async (beneId: unknown): Promise<unknown[]> => {
      const { body } = await other.call("GET", `/v1/getBeneficiary/${String(beneId)}`);
      return ["purpose" in body.data!, body.data!.purpose];
    };
    const without = soundBeneficiary();
    const given: Record<string, string> = { ...soundBeneficiary(), purpose: " Office rent " };
    for (const body of [without, given]) await other.call("POST", "/v1/addBeneficiary", { body });
    assert.deepEqual(await purposeOf(without.beneId), [false, undefined]);
    assert.deepEqual(await purposeOf(given.beneId), [true, "Office rent"]);
    const rows = ["Salaries", "", "x".repeat(101)].map((purpose): Record<string, string> => {
      return { ...soundBeneficiary(), purpose };
    });
    const { body } = await upload(other, rowsFile(rows), { format: "BENEFICIARIES" });
    await workBatches(world.ctx, other.merchant.merchantId);
    const { body: told } = await other.call("GET", `/v1.2/batchFiles/${String(body.data!.batchId)}`);
    assert.deepEqual(
      (told.data!.rows as Record<string, unknown>[]).map((row) => row.failureReason ?? row.status),
      ["ADDED", "ADDED", "Invalid details provided"],
    );
    assert.deepEqual(await purposeOf(rows[0]!.beneId), [true, "Salaries"]);
    assert.deepEqual(await purposeOf(rows[1]!.beneId), [false, undefined]);
  }
});
