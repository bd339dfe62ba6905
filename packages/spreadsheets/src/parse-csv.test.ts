import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { goodRow, HEADER, COLUMNS } from "../test/hostile-file.ts";
import { TableError } from "./errors.ts";
import { parseTable } from "./parse-table.ts";
import { scanCsv } from "./scan-csv.ts";

const header = HEADER.join(",");
const values = {
  transferId: "p1",
  amount: "1500.50",
  bankAccount: "0026",
  phone: "98765",
  name: "",
  remarks: "",
};

const quoteAll = (line: string): string =>
  line
    .split(",")
    .map((cell) => `"${cell}"`)
    .join(",");
const read = (text: string | Buffer) => parseTable(Buffer.from(text), { columns: COLUMNS });

test("the same table is read whatever the manner of the program that wrote it", async () => {
  const plain = `${header}\r\np1,1500.50,0026,98765,,\r\n`;
  const utf16 = Buffer.from(`\uFEFF${plain.replaceAll(",", "\t")}`, "utf16le");
  const manners: Record<string, string | Buffer> = {
    plain,
    "with a byte order mark": `\uFEFF${plain}`,
    "lines ended by LF": plain.replaceAll("\r\n", "\n"),
    "lines ended by CR": plain.replaceAll("\r\n", "\r"),
    "lines ended in all ways": `${header}\rp1,1500.50,0026,98765,,\n\r\n`,
    "no end of the last line": plain.trimEnd(),
    "everything quoted": `${plain.trimEnd().split("\r\n").map(quoteAll).join("\r\n")}\r\n`,
    semicolons: plain.replaceAll(",", ";"),
    tabs: plain.replaceAll(",", "\t"),
    "UTF-16": utf16,
    "UTF-16, the other way round": Buffer.from(utf16).swap16(),
    "blanks around": plain.replaceAll(",", " , "),
    "other titles": plain.replace("Transfer ID", "TRANSFER_ID*").replace("Bank account", "account-number"),
    "empty columns at the end": plain.replaceAll(/\r\n/g, ",,,\r\n"),
    "cells left away at the end of rows": plain.replace(",,\r\n", "\r\n"),
    "empty rows at the end": `${plain},,,,,\r\n , ,,,,\r\n\r\n\r\n`,
    "columns in another order": "Phone,Amount,Bank account,transferId,\n98765,1500.50,0026,p1,\n",
  };
  for (const [manner, text] of Object.entries(manners)) {
    const { kind, rows, problems } = await read(text);
    assert.equal(kind, "csv", manner);
    assert.deepEqual(problems, [], manner);
    assert.deepEqual(rows, [{ rowNumber: 2, values }], manner);
  }
});

test("rows are numbered as a spreadsheet program shows them", async () => {
  const { rows } = await read(`\r\n${header}\r\n\r\np1,1,,,"two\r\nlines",\r\n,,,,,\r\np2,2,,,,\r\n`);
  assert.deepEqual(
    rows.map(({ rowNumber, values: { transferId, name } }) => [rowNumber, transferId, name]),
    [
      [4, "p1", "two\r\nlines"],
      [6, "p2", ""],
    ],
  );
});

test("a table without rows is a table", async () => {
  const table = await read(`${header}\r\n`);
  assert.deepEqual(table.rows, []);
  assert.deepEqual(table.columns, ["transferId", "amount", "bankAccount", "phone", "name", "remarks"]);
});

test("a column of quantities takes what a column of names refuses", async () => {
  const { rows } = await read(`${header}\r\np1,1.5E+3,,,10.0,2E+10\r\n`);
  assert.deepEqual(rows[0]?.values, {
    ...values,
    amount: "1.5E+3",
    bankAccount: "",
    phone: "",
    name: "10.0",
    remarks: "2E+10",
  });
});

test("as many rows as are allowed are taken, and not one more", async () => {
  const lines = Array.from({ length: 7 }, (_, at) => goodRow(at).join(","));
  const of = (count: number) => Buffer.from([header, ...lines.slice(0, count)].join("\n"));
  const options = { columns: COLUMNS, rowsMax: 6 };
  assert.equal((await parseTable(of(6), options)).rows.length, 6);
  await assert.rejects(parseTable(of(7), options), (error) => TableError.is(error, "too_many_rows"));
});

test("what is taken apart is what an independent reader takes apart", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", "é", "र", " ", ",", ";", '"', "\n", "\r", "\t", "=") });
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const record = fc.array(cell, { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(record, { minLength: 1 }), fc.boolean(), (records, quoteAll) => {
      const write = (text: string) => (quoteAll || /[",\r\n]/.test(text) ? quote(text) : text);
      const text = records.map((cells) => cells.map(write).join(",")).join("\r\n");
      const scanned: string[][] = [];
      scanCsv({ text, delimiter: ",", take: (fields) => void scanned.push(fields), nameColumn: String });
      assert.deepEqual(scanned, parse(text, { relax_column_count: true, record_delimiter: ["\r\n"] }));
      assert.deepEqual(scanned, records);
    }),
    { numRuns: 300 },
  );
});
