import assert from "node:assert/strict";
import { test } from "node:test";
import { COLUMNS, goodRow, HEADER, spoilt } from "#test/tables/hostile-file";
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
