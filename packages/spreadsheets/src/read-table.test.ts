import assert from "node:assert/strict";
import { test } from "node:test";
import { COLUMNS, goodRow, HEADER } from "../test/hostile-file.ts";
import { makeXlsx } from "../test/make-xlsx.ts";
import { TableError, type TableErrorCode } from "./errors.ts";
import { parseTable } from "./parse-table.ts";
import { readTable } from "./read-table.ts";

const rows = Array.from({ length: 2_000 }, (_, at) => goodRow(at));
const csv = Buffer.from([HEADER, ...rows].map((row) => row.join(",")).join("\r\n"));
const isCode = (code: TableErrorCode) => (error: unknown) => TableError.is(error, code);

test("the thread reads what the plain function reads", async () => {
  const xlsx = makeXlsx({ data: [HEADER, ...rows] });
  for (const file of [csv, xlsx]) {
    assert.deepEqual(
      await readTable(file, { columns: COLUMNS }),
      await parseTable(file, { columns: COLUMNS }),
    );
  }
});

test("a refusal comes from the thread with its code, its place and its problems", async () => {
  const file = Buffer.from("Transfer ID,Amount\r\na,=1\r\nb,=2\r\n");
  await assert.rejects(readTable(file, { columns: COLUMNS }), (error) => {
    assert.ok(TableError.is(error, "formula"));
    assert.match(error.message, /^Row 2, Amount: /);
    assert.equal(error.details.row, 2);
    assert.equal((error.details.problems as unknown[]).length, 2);
    return true;
  });
});

test("a file that takes too long is refused and its thread ended", async () => {
  await assert.rejects(readTable(csv, { columns: COLUMNS, deadlineMs: 1 }), isCode("too_slow"));
});

test("a file that takes too much memory is refused and the server lives on", async () => {
  const texts = Array.from({ length: 390_000 }, (_, at) => `<si><t>text ${at}</t></si>`).join("");
  const file = makeXlsx({ data: [HEADER, goodRow(1)], sharedStrings: texts });
  await assert.rejects(readTable(file, { columns: COLUMNS, memoryMb: 12 }), isCode("needs_too_much_memory"));
  const { rows: read } = await readTable(file, { columns: COLUMNS });
  assert.equal(read.length, 1);
});

test("a file beyond the size is refused before a thread is begun", async () => {
  const file = Buffer.alloc(5 * 1024 * 1024 + 1);
  await assert.rejects(readTable(file, { columns: COLUMNS }), isCode("file_too_large"));
});
