import assert from "node:assert/strict";
import { test } from "node:test";
import {
  BatchError,
  changeDraftRow,
  listDraftRows,
  receiveFile,
  reviewDraft,
  startDraft,
  type ControlTotals,
} from "#batches";
import { verifyLedger } from "#proof";
import { makeMembers } from "#test/make-members";
import { makeRow, makeXlsx } from "@vitaran/spreadsheets/test/make-xlsx";
import type { TestMerchant } from "#test/world";
import { accountRow, makeBatchWorld, outcomeOf, workOff } from "./test/batch-world.ts";

const world = await makeBatchWorld();
const { ctx } = world;
const HEAD = {
  name: "salaries",
  format: "BANK_ACCOUNT",
  replacesBeneficiaries: false,
  fundSourceId: null,
} as const;

async function receive(
  { merchantId }: TestMerchant,
  bytes: Buffer,
  declared: ControlTotals,
): Promise<string> {
  const { batchId } = await receiveFile(ctx, merchantId, { ...HEAD, bytes, by: "api-key:tests", declared });
  return batchId;
}

async function payFile(merchant: TestMerchant, bytes: Buffer, declared: ControlTotals) {
  const batchId = await receive(merchant, bytes, declared);
  await workOff(ctx, merchant);
  return outcomeOf(ctx, merchant, batchId);
}

test("a cell that cannot be trusted fails its row, with its column and why; the rows around it are paid", async () => {
  const merchant = await world.makePayer();
  const row = (changes: Record<string, unknown> = {}): string => Object.values(accountRow(changes)).join(",");
  const head = Object.keys(accountRow()).join(",");
  const bad = [
    row({ bankAccount: "1.23457E+11" }),
    row({ name: "=1+1" }),
    row({ name: '"Asha' }),
    row({ amount: "1,25,0".replaceAll(",", ".") }),
    row({ amount: '"1,25,0"' }),
    row({ bankAccount: "XXXXXX1191" }),
    row({ bankAccount: "A/c 600100001191" }),
  ];
  const text = [head, row(), ...bad, row({ amount: '"₹ 1,250.00"', bankAccount: "6001-0000 1191" })].join(
    "\r\n",
  );
  const { rows, rowCount, totals } = await payFile(merchant, Buffer.from(text), { rowCount: 9 });
  assert.deepEqual([rowCount, totals.done, totals.rejected], [9, 2, 7]);
  const reasons = [
    null,
    /^Row 3, bankAccount: A spreadsheet has changed this number/,
    /^Row 4, name: The cell holds a formula/,
    /^Row 5, name: There is a quote where none/,
    /^Invalid amount passed/,
    /^Invalid amount passed/,
    /^The account number is masked/,
    /character 2 of this one is "\/"/,
    null,
  ];
  for (const [at, reason] of reasons.entries()) {
    const { failureReason, transfer, line } = rows[at]!;
    assert.equal(line, at + 2);
    if (reason === null) assert.equal(failureReason, null);
    else assert.match(failureReason!, reason);
    assert.equal(transfer === null, reason !== null);
  }
  assert.equal(rows[8]!.transfer!.amountPaise, 1_250_00n);
  assert.equal(rows[8]!.fields.bankAccount, "600100001191");
});

test("an amount that is shown otherwise, or merged over payees, is not paid, though the totals agree", async () => {
  const merchant = await world.makePayer();
  const rows = ["150000", "4500.4", "9000", "", ""].map((amount) => accountRow({ amount }));
  const head = Object.keys(rows[0]!);
  const at = head.indexOf("amount");
  const column = String.fromCharCode(65 + at);
  const cells = rows.map((row) =>
    head.map((name) => (name === "amount" ? Number(row[name]) : String(row[name]))),
  );
  const data = [head, ...cells]
    .map(makeRow)
    .join("")
    .replace(`r="${column}2"`, `r="${column}2" s="1"`)
    .replace(`r="${column}3"`, `r="${column}3" s="2"`)
    .replaceAll(/<c r="[A-Z]+[56]"><v>0<\/v><\/c>/g, "");
  const range = `${column}4:${column}6`;
  const file = makeXlsx({
    data,
    formats: ["#,##0.00,", "#,##0"],
    afterData: `<mergeCells><mergeCell ref="${range}"/></mergeCells>`,
  });
  await assert.rejects(receive(merchant, file, { rowCount: 5, amountPaise: 163_500_40n }), (error) =>
    BatchError.is(error, "amount_differs"),
  );
  const { rows: told, totals } = await payFile(merchant, file, { rowCount: 5, amountPaise: 4_500_40n });
  assert.deepEqual([totals.donePaise, totals.rejected], [4_500_40n, 4]);
  assert.match(
    told[0]!.failureReason!,
    /^Row 2, amount: The cell shows 150\.00 and holds 150000, .*#,##0\.00,\./,
  );
  for (const row of told.slice(2)) assert.match(row.failureReason!, new RegExp(`amount: ${range} is merged`));
  assert.deepEqual((await verifyLedger(ctx)).findings, []);
});

test("an amount that is shown otherwise, or merged, stands in its row until a person says what is meant", async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  const people = await makeMembers(ctx, merchant.organizationId, { meera: "initiator" });
  const meera = `member:${people.meera}` as const;
  const rows = [
    ["Payment reference", "Net amount", "Payee", "Mobile", "Email", "A/c no", "IFSC"],
    ...["150000", "9000", ""].map((amount) => {
      const { transferId, name, phone, email, bankAccount, ifsc } = accountRow() as Record<string, string>;
      return [transferId!, amount === "" ? "" : Number(amount), name!, phone!, email!, bankAccount!, ifsc!];
    }),
  ];
  const bytes = makeXlsx({
    data: rows.map(makeRow).join("").replace('r="B2"', 'r="B2" s="1"'),
    formats: ["#,##0.00,"],
    afterData: '<mergeCells><mergeCell ref="B3:B4"/></mergeCells>',
  });
  const draftId = await startDraft(ctx, merchantId, { ...HEAD, bytes, by: meera });
  const name = { draftId, by: meera };
  const wrong = await listDraftRows(ctx, merchantId, { ...name, limit: 9, only: "wrong" });
  const texts = wrong.map(({ faults }) => faults.filter(({ code }) => code !== "amount_missing"));
  assert.deepEqual(
    texts.map((faults) => faults.map(({ field, code }) => [field, code])),
    [[["amount", "shown_otherwise"]], [["amount", "merged_cells"]], [["amount", "merged_cells"]]],
  );
  assert.match(
    texts[0]![0]!.text,
    /^The cell shows 150\.00 and holds 150000, because of its number format #,##0\.00,/,
  );
  assert.match(texts[2]![0]!.text, /^B3:B4 is merged/);
  await assert.rejects(reviewDraft(ctx, merchantId, name), (error) => BatchError.is(error, "rows_wrong"));
  for (const [rowNo, amount] of ["150", "Rs. 4,500/-", "4500"].entries()) {
    const { faults } = await changeDraftRow(ctx, merchantId, {
      ...name,
      rowNo: rowNo + 1,
      fields: { amount },
    });
    assert.deepEqual(faults, []);
  }
  assert.equal((await reviewDraft(ctx, merchantId, name)).figures.amountPaise, 9_150_00n);
});
