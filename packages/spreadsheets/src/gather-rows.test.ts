import assert from "node:assert/strict";
import { test } from "node:test";
import { COLUMNS, goodRow, HEADER, spoilt } from "../test/hostile-file.ts";
import { TableError, type TableErrorCode } from "./errors.ts";
import { parseTable } from "./parse-table.ts";

const file = (...rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from([HEADER, ...rows].map((row) => row.join(",")).join("\r\n"));

const FORMULA = spoilt(1, "=1+1");
const MANGLED = spoilt(2, "5.01E+16");

test("rows with problems are set aside when that is wanted, and every row is accounted for", async () => {
  const bytes = file(goodRow(1), FORMULA, goodRow(3), MANGLED);
  const { rows, problems } = await parseTable(bytes, { columns: COLUMNS, problemsMax: 2 });
  assert.deepEqual(
    rows.map(({ rowNumber }) => rowNumber),
    [2, 4],
  );
  assert.deepEqual(
    problems.map(({ rowNumber, column, code }) => ({ rowNumber, column, code })),
    [
      { rowNumber: 3, column: "Amount", code: "formula" },
      { rowNumber: 5, column: "Bank account", code: "mangled_number" },
    ],
  );
  assert.match(problems[1]!.text, /^Row 5, Bank account: .*Format the column as text/);
});

test("one problem more refuses the file with the first sentence and the number of the others", async () => {
  const refusal = await refusalOf(file(FORMULA, MANGLED, MANGLED), 2);
  assert.equal(refusal.code, "formula");
  assert.match(refusal.message, /^Row 2, Amount: .* 2 more rows have problems\.$/);
  assert.equal(refusal.details.row, 2);
  assert.equal((refusal.details.problems as unknown[]).length, 3);
});

test("a refusal lists no more than a hundred problems", async () => {
  const refusal = await refusalOf(file(...Array.from({ length: 500 }, () => MANGLED)), 0);
  assert.equal((refusal.details.problems as unknown[]).length, 100);
});

test("rows that are set aside count as rows", async () => {
  const bytes = file(...Array.from({ length: 4 }, () => FORMULA));
  await assert.rejects(
    parseTable(bytes, { columns: COLUMNS, rowsMax: 3, problemsMax: 9 }),
    isCode("too_many_rows"),
  );
});

test("a title that tries to reach into the sentence is shown harmless and short", async () => {
  const title = `\u202e<b>\u0007${"x".repeat(500)}`;
  const bytes = Buffer.from(`Transfer ID,Amount,${title}\r\na,1,2\r\n`);
  await assert.rejects(parseTable(bytes, { columns: COLUMNS }), isCode("invisible_characters"));
  const long = Buffer.from(`Transfer ID,Amount,${"x".repeat(500)}\r\na,1,2\r\n`);
  await assert.rejects(parseTable(long, { columns: COLUMNS }), (error) => {
    assert.ok(TableError.is(error, "unknown_columns"));
    assert.ok(error.message.length < 300);
    return true;
  });
});

/** Returns the rows that are accepted, and the others with the reasons. */
async function judge(...lines: readonly string[]): Promise<string> {
  const bytes = Buffer.from(lines.join("\n"));
  const { rows, problems } = await parseTable(bytes, { columns: COLUMNS, problemsMax: 99, keepsRows: true });
  for (const { kept } of problems)
    if (kept!.faults.some(({ name }) => name === "amount")) assert.equal(kept!.values.amount, "");
  const told = [
    ...rows.map(({ rowNumber }) => [rowNumber]),
    ...problems.map(({ rowNumber, code }) => [rowNumber, code]),
  ];
  return told
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map((row) => row.join(" "))
    .join(", ");
}

test("cells that an unquoted comma has shifted are refused; blank ones behind every row are harmless", async () => {
  const head = "Transfer ID,Amount,Remarks";
  for (const [lines, told] of [
    [["a,1,500,", "b,2500,rent"], "2 wide_row, 3"],
    [["a,2500,rent,", "b,12,500,,"], "2, 3 wide_row"],
    [["a,2500,rent,", "b,500,room,", "c,75,,"], "2, 3, 4"],
    [["a,2500,rent,,,", "b,500,room,,,", ",,,,,", "Total"], "2, 3, 5 ragged_row"],
    [["a,1,500,", "b,2500,rent,"], "2 wide_row, 3"],
    [["a,1,500.00,"], "2 wide_row"],
    [["a,1,500", "b,1,500,", "c,400,rent 101"], "2 split_amount, 3 wide_row, 4"],
    [["a,1,25,000", "b,500,101"], "2 outside_columns, 3 split_amount"],
    [["a,500,101", "b,2500,rent"], "2, 3"],
    [['a,"1,500",rent', 'b,"1,25,000.50",'], "2, 3"],
  ] as const)
    assert.equal(await judge(head, ...lines), told, lines.join(" / "));
});

test("rows of another table, or below a line of text, are refused; the header repeated is passed over", async () => {
  const head = "Transfer ID,Amount,Name";
  for (const [lines, told] of [
    [["a,10,Asha", head, "b,20,Ravi"], "2, 4"],
    [["a,10,Asha", "TRANSFER_ID,AMOUNT, name,", "b,20,Ravi"], "2, 4"],
    [["a,10,Asha", "", "Transfer ID,TDS,Name", "b,1,Asha"], "2, 4 second_header, 5 second_header"],
    [["a,10,Asha", "Transfer ID,Deduction,Payee", "b,1,Asha"], "2, 3 second_header, 4 second_header"],
    [
      ["a,10,Asha", "Name,Transfer ID,Amount", "Asha,b,1", head, "c,3,R"].slice(0, 3),
      "2, 3 second_header, 4 second_header",
    ],
    [["a,10,Asha", "Paid last month,,", head, "b,20,Ravi"], "2, 3, 5 below_line"],
    [["a,10,Asha", "Hold,,", "b,20,Ravi", "c,20,Ravi"], "2, 3, 4 below_line, 5 below_line"],
    [["a,10,Asha", "पिछले महीने,,", "b,20,Ravi"], "2, 3, 4 below_line"],
    [["a,10,Asha", "pay_7,,", "b,20,Ravi", ",,Prepared by Meera"], "2, 3, 4, 5"],
    [["a,10,Name", "Amount,10,Name", "b,ten,Ravi"], "2, 3, 4"],
  ] as const)
    assert.equal(await judge(head, ...lines), told, lines.join(" / "));
});

test("where another amount has a comma before its decimals, a comma that may group is asked about", async () => {
  const head = "Transfer ID;Amount;Name";
  for (const [amounts, told] of [
    [["1500,00", "2.250,50", "1,500"], "2, 3, 4 decimal_comma"],
    [["₹ 12,5", "Rs. 1,500/-", "1500", "1500.50"], "2, 3 decimal_comma, 4, 5"],
    [["1,500", "2,250", "950.50"], "2, 3, 4"],
    [["1,500", "1,25,000", "9,50"], "2, 3, 4"],
    [["1,25,0", "1,500"], "2, 3"],
  ] as const)
    assert.equal(await judge(head, ...amounts.map((amount, at) => `p${at};${amount};A`)), told);
});

const isCode = (code: TableErrorCode) => (error: unknown) => TableError.is(error, code);

async function refusalOf(bytes: Buffer, problemsMax: number): Promise<TableError> {
  try {
    await parseTable(bytes, { columns: COLUMNS, problemsMax });
  } catch (error) {
    assert.ok(TableError.is(error));
    return error;
  }
  return assert.fail("the file is refused");
}
