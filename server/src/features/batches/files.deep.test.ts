import assert from "node:assert/strict";
import { test } from "node:test";
import {
  BatchError,
  FORMAT_NAMES,
  FORMATS,
  receiveFile,
  writeResult,
  writeTemplate,
  type FileToReceive,
} from "#batches";
import { getBeneficiary } from "#beneficiaries";
import { readTable, TableError, writeCsv, writeXlsx, type RowToWrite } from "@vitaran/spreadsheets";
import { verifyLedger } from "#proof";
import type { TestMerchant } from "#test/world";
import { explainIfsc } from "#rails";
import { accountRow, freshId, makeBatchWorld, outcomeOf, workOff, type Outcome } from "./test/batch-world.ts";

const world = await makeBatchWorld();
const { ctx } = world;

const WRITERS = { csv: writeCsv, xlsx: writeXlsx } as const;

async function fileOf(kind: "csv" | "xlsx", rows: readonly Record<string, unknown>[]): Promise<Buffer> {
  const columns = Object.keys(rows[0]!).map((name) => ({ name }));
  return Buffer.concat(await Array.fromAsync(WRITERS[kind](columns, rows as RowToWrite[])));
}

async function receive(
  { merchantId }: TestMerchant,
  bytes: Uint8Array,
  changes: Partial<FileToReceive> = {},
): Promise<string> {
  const { batchId } = await receiveFile(ctx, merchantId, {
    bytes,
    name: "salaries",
    format: "BANK_ACCOUNT",
    replacesBeneficiaries: false,
    fundSourceId: null,
    by: "api-key:tests",
    ...changes,
  });
  return batchId;
}

async function payFile(
  merchant: TestMerchant,
  bytes: Uint8Array,
  changes: Partial<FileToReceive> = {},
): Promise<Outcome> {
  const batchId = await receive(merchant, bytes, changes);
  await workOff(ctx, merchant);
  return outcomeOf(ctx, merchant, batchId);
}

test("the same rows as .csv and as .xlsx are paid alike, and the totals are the file's", async () => {
  for (const kind of ["csv", "xlsx"] as const) {
    const merchant = await world.makePayer();
    const rows = [
      accountRow({ amount: "10.50" }),
      accountRow({ amount: "20", bankAccount: "000100289877623" }),
    ];
    const bytes = await fileOf(kind, rows);
    const before = await outcomeOf(ctx, merchant, await receive(merchant, bytes));
    assert.deepEqual([before.status, before.rowCount, before.sumPaise], ["uploaded", 2, 30_50n]);
    await workOff(ctx, merchant);
    const after = await outcomeOf(ctx, merchant, before.batchId);
    assert.deepEqual([after.status, after.totals.donePaise], ["completed", 30_50n], kind);
    assert.deepEqual(
      after.rows.map((row) => row.transfer!.beneficiary.bankAccount),
      rows.map((row) => row.bankAccount),
    );
  }
});

test("every template can be filled in and sent back", async () => {
  const merchant = await world.makePayer();
  for (const format of FORMAT_NAMES) {
    for (const kind of ["csv", "xlsx"] as const) {
      const { bytes, name } = await writeTemplate(format, kind);
      assert.equal(name, `${format.toLowerCase()}.${kind}`);
      const columns = FORMATS[format].columns.map((column) => ({ name: column }));
      const table = await readTable(bytes, { columns });
      assert.deepEqual([table.columns, table.rows], [FORMATS[format].columns, []]);
      if (kind === "xlsx") continue;
      await assert.rejects(receive(merchant, bytes, { format }), (error) =>
        BatchError.is(error, "rows_missing"),
      );
    }
  }
});

test("rows that look copied, and a file that was taken before, are warned of", async () => {
  const merchant = await world.makePayer();
  const row = accountRow();
  const bytes = await fileOf("csv", [row, accountRow(), { ...row, transferId: freshId("t") }]);
  const first = await payFile(merchant, bytes);
  const copied = {
    kind: "same_payment",
    text: "2 rows pay the same amount to the same payee",
    lines: [2, 4],
  };
  assert.deepEqual(first.warnings, [copied]);
  assert.equal(first.status, "completed", "nothing is stopped by a warning");
  const second = await payFile(merchant, bytes);
  const same = {
    kind: "same_file",
    text: `The same file was taken as batch ${first.referenceId}`,
    lines: [],
  };
  assert.deepEqual(second.warnings, [same, copied]);
  assert.equal(second.status, "rejected", "every transfer id is known");
});

test("the result says of every row what became of it, and cannot run in a spreadsheet", async () => {
  const merchant = await world.makePayer();
  const rows = [accountRow(), accountRow({ amount: "0.10" }), accountRow({ name: "@SUM(A1) Rao" })];
  const { batchId, rows: paid, referenceId } = await payFile(merchant, await fileOf("xlsx", rows));
  const wanted = ["row", "transferId", "name", "amount", "bankAccount", "status", "failureReason", "utr"];
  for (const kind of ["csv", "xlsx"] as const) {
    const { bytes, name } = await writeResult(ctx, merchant.merchantId, { batchId, kind });
    assert.equal(name, `batch-${referenceId}-result.${kind}`);
    if (kind === "csv") assert.ok(bytes.toString().includes("'@SUM(A1) Rao"));
    const others = ["phone", "email", "ifsc", "remarks", "beneId", "transferMode"];
    const outcome = ["paidBeneId", "referenceId", "processedOn"];
    const columns = [...wanted, ...others, ...outcome].map((column) => ({ name: column }));
    const table = await readTable(bytes, { columns });
    const read = table.rows.map(({ values }) => wanted.map((column) => values[column]));
    const told = rows.map((row, index) => [
      String(index + 2),
      row.transferId,
      row.name,
      row.amount,
      `XXXXXX${String(row.bankAccount).slice(-4)}`,
      paid[index]!.status,
      paid[index]!.failureReason ?? "",
      paid[index]!.transfer?.utr ?? "",
    ]);
    assert.deepEqual(read, told, kind);
  }
});

test("a file of beneficiaries adds each once, and reports those that cannot be added", async () => {
  const merchant = await world.makePayer();
  const person = (changes: Record<string, unknown> = {}): Record<string, unknown> => {
    const { transferId: _, amount: __, ...details } = accountRow() as Record<string, string>;
    return { beneId: freshId("bene"), ...details, address1: "12 MG Road", cardNo: "", ...changes };
  };
  const first = person();
  const rows = [
    first,
    person({ beneId: first.beneId }),
    person({ bankAccount: first.bankAccount }),
    person({ address1: "" }),
    person({ address1: "x".repeat(151) }),
    { beneId: freshId("wallet"), phone: "9811111111" },
    person({ ifsc: "SBIN0ZZZZZZ" }),
    person({ cardNo: "4111111111111111" }),
    person({ cardNo: "4111XXXXXXXX1111" }),
  ];
  const format = "BENEFICIARIES";
  const outcome = await payFile(merchant, await fileOf("csv", rows), { format });
  assert.deepEqual(
    outcome.rows.map((row) => row.failureReason ?? row.status),
    [
      "ADDED",
      "Beneficiary Id already exists",
      "Entered bank Account is already registered",
      "ADDED",
      "Please provide a valid Address",
      "ADDED",
      explainIfsc("SBIN0ZZZZZZ"),
      "Please provide a masked card number of a valid MasterCard or Visa card",
      "ADDED",
    ],
  );
  assert.deepEqual([outcome.status, outcome.totals.done, outcome.totals.failed], ["partly_failed", 4, 5]);
  const added = await getBeneficiary(ctx, merchant.merchantId, String(first.beneId));
  assert.equal(added.accountNumber, first.bankAccount);
  assert.deepEqual((await verifyLedger(ctx)).findings, []);
});

test("10,000 rows are taken, and one more is refused", async () => {
  const merchant = await world.makePayer();
  const lines = Array.from({ length: 10_001 }, (_, n) => `payee_${n},many_${n},1.00,banktransfer,`);
  const file = (count: number): Buffer =>
    Buffer.from(["beneId,transferId,amount,transferMode,remarks", ...lines.slice(0, count)].join("\r\n"));
  const format = "BENEFICIARY_ID";
  await assert.rejects(receive(merchant, file(10_001), { format }), (error) =>
    TableError.is(error, "too_many_rows"),
  );
  const outcome = await payFile(merchant, file(10_000), { format });
  assert.deepEqual([outcome.status, outcome.rowCount, outcome.totals.rejected], ["rejected", 10_000, 10_000]);
  assert.equal(outcome.rows[9_999]!.failureReason, "Beneficiary does not exist");
});
