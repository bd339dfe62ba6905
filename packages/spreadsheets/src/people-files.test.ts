/** Files as people and their programs make them: what is odd about them is no reason to refuse them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { asCsv } from "../test/as-csv.ts";
import { COLUMNS, goodRow, HEADER, spoilt } from "../test/hostile-file.ts";
import { noise, xlsx } from "../test/hostile-parts.ts";
import { makeXls, record } from "../test/make-xls.ts";
import { makeRow, makeXlsx } from "../test/make-xlsx.ts";
import { TableError } from "./errors.ts";
import { parseTable } from "./parse-table.ts";

const OPTIONS = { columns: COLUMNS, problemsMax: 99, keepsRows: true } as const;
const MEGABYTE = 1024 * 1024;

async function read(file: string | Buffer) {
  const { rows, problems } = await parseTable(Buffer.from(file), OPTIONS);
  return {
    rows: rows.map(({ rowNumber, values }) => [rowNumber, values.transferId, values.amount]),
    codes: problems.map(({ rowNumber, code }) => [rowNumber, code]),
  };
}

const GOOD = asCsv(HEADER, goodRow(1), goodRow(2));
const TAKEN = {
  rows: [
    [2, "pay_1", "1500.50"],
    [3, "pay_2", "1500.50"],
  ],
  codes: [],
};

test("a line that names the separator is followed and not counted", async () => {
  for (const separator of [",", ";", "\t", "|", "^"]) {
    const file = GOOD.replaceAll(",", separator);
    for (const hint of [`sep=${separator}\r\n`, `"sep=${separator}"\n`, `SEP=${separator} \r`]) {
      assert.deepEqual(await read(hint + file), TAKEN, JSON.stringify(hint));
      assert.deepEqual(await read(`\uFEFF${hint}${file}`), TAKEN, "with a byte order mark");
      assert.deepEqual(await read(Buffer.from(`\uFEFF${hint}${file}`, "utf16le")), TAKEN, "UTF-16");
    }
  }
  assert.deepEqual(await read(`sep=\\t\n${GOOD.replaceAll(",", "\t")}`), TAKEN, "spelt out");
});

test("where that line is untrue, the header tells; and saved as a row, it is a line above the header", async () => {
  assert.deepEqual(await read(`sep=;\r\n${GOOD}`), TAKEN);
  const counted = TAKEN.rows.map(([row, ...others]) => [Number(row) + 1, ...others]);
  assert.deepEqual((await read(`"sep=;",,,,,\r\n${GOOD}`)).rows, counted);
  assert.deepEqual((await read(xlsx({ data: [["sep=,"], HEADER, goodRow(1), goodRow(2)] }))).rows, counted);
  const bad = `sep=;\n${asCsv(HEADER, spoilt(4, "=1"))}`.replaceAll(",", ";");
  assert.deepEqual((await read(bad)).codes, [[2, "formula"]]);
});

test("lines above the header are passed over, and a file without one is told of its first row", async () => {
  const letterhead = "Acme Pvt Ltd\r\nSalaries for November\r\n\r\n";
  assert.deepEqual(
    (await read(letterhead + GOOD)).rows.map(([row]) => row),
    [5, 6],
  );
  assert.deepEqual((await read(`Total 3001\r\n${GOOD.replaceAll(",", ";")}`)).rows.length, 2);
  await assert.rejects(read("hello\r\nworld\r\n"), (error) => {
    assert.ok(TableError.is(error, "missing_columns"));
    assert.equal(error.details.row, 1);
    return true;
  });
});

test("marks that keep zeros are dropped from digits, and names keep their apostrophes", async () => {
  const marked = ["'%", "’%", "‘%", "`%", "´%", "ʼ%", "''%", "'%'", '="%"', '= "%"', '"%"', "“%”"];
  for (const form of marked) {
    const cell = (text: string): string => `"${form.replace("%", text).replaceAll('"', '""')}"`;
    const row = [
      cell("007"),
      cell("1500"),
      cell("026291800001191"),
      cell("09876501234"),
      "D'Souza",
      "Asha's",
    ];
    const { rows, problems } = await parseTable(Buffer.from(asCsv(HEADER, row)), OPTIONS);
    assert.deepEqual(problems, [], form);
    assert.deepEqual(
      Object.values(rows[0]!.values),
      ["007", "1500", "026291800001191", "09876501234", "D'Souza", "Asha's"],
      form,
    );
  }
  const bare = `${HEADER.join(",")}\np1,="1500",="0026",="0987",="Asha Rao",'Tis\n`;
  const { rows } = await parseTable(Buffer.from(bare), OPTIONS);
  assert.deepEqual(Object.values(rows[0]!.values), ["p1", "1500", "0026", "0987", "Asha Rao", "'Tis"]);
});

test("no formula is calculated, and none refuses another row", async () => {
  for (const formula of ['=T("026")', '="0"&"26"', "=026", '=TEXT(26,"000")', '="=1+1"', "=A1", "=(1)"]) {
    const cell = `"${formula.replaceAll('"', '""')}"`;
    const file = asCsv(HEADER, spoilt(2, cell), goodRow(2));
    assert.deepEqual(await read(file), { rows: [TAKEN.rows[1]], codes: [[2, "formula"]] }, formula);
    assert.deepEqual(
      (await read(asCsv(HEADER, spoilt(2, formula), goodRow(2)))).rows,
      [TAKEN.rows[1]],
      "bare",
    );
  }
});

test("whatever is wrong with one cell of a CSV file, the rows around it are taken", async () => {
  for (const cell of [
    '"Asha',
    '"Asha" Rao',
    '"Asha"x"',
    'Asha "A',
    ' "A, B"',
    '"""',
    "Jos\ufffd",
    "A\0B",
    "x".repeat(1_001),
    "#REF!",
    `${"a,".repeat(600)}`,
  ]) {
    const file = asCsv(HEADER, goodRow(1), spoilt(4, cell), goodRow(2));
    const { rows, problems } = await parseTable(Buffer.from(file), OPTIONS);
    const numbers = rows.map(({ rowNumber }) => rowNumber);
    assert.ok(numbers.includes(2) && numbers.includes(4), cell.slice(0, 20));
    assert.equal(rows.length + problems.length, 3);
  }
  const latin1 = Buffer.from(asCsv(HEADER, goodRow(1), spoilt(4, "Jos\xe9"), goodRow(2)), "latin1");
  assert.deepEqual((await read(latin1)).codes, [[3, "unreadable_characters"]]);
});

test("a quote that is not closed takes no other row with it, not even those that have quotes", async () => {
  const quoted = goodRow(2).map((cell) => `"${cell}"`);
  const file = asCsv(HEADER, spoilt(0, '"pay_0'), quoted, goodRow(3), spoilt(5, '"x"y'), quoted);
  assert.deepEqual(await read(file), {
    rows: [
      [3, "pay_2", "1500.50"],
      [4, "pay_3", "1500.50"],
      [6, "pay_2", "1500.50"],
    ],
    codes: [
      [2, "stray_quote"],
      [5, "stray_quote"],
    ],
  });
});

test("whatever is wrong with one cell of a workbook, the rows around it are taken", async () => {
  for (const cell of [
    '<c r="B3"><v>NaN</v></c>',
    '<c r="B3"><v>1,5</v></c>',
    '<c r="A3" t="s"><v>99</v></c>',
    '<c r="A3" t="zz"><v>1</v></c>',
    '<c r="B3"><f>1+1</f><v>2</v></c>',
    '<c r="E3" t="inlineStr"><is><t>a&#11;b</t></is></c>',
    '<c r="WB3"><v>1</v></c>',
    '<c r="B3" t="e"><v>#N/A</v></c>',
  ]) {
    const data = `${[HEADER, goodRow(1)].map(makeRow).join("")}<row r="3">${cell}</row>${makeRow(goodRow(2), 3)}`;
    const { rows, codes } = await read(makeXlsx({ data }));
    assert.deepEqual([rows.map(([row]) => row), codes.length], [[2, 4], 1], cell);
  }
  const spoilts = [{ formula: 3 }, { error: 0x17 }, Number.NaN].map((cell) => [null, cell]);
  const { rows, codes } = await read(makeXls([HEADER, goodRow(1), ...spoilts, goodRow(2)]));
  assert.deepEqual([rows.map(([row]) => row), codes.length], [[2, 6], 3]);
});

test("workbooks of many parts, many styles and many empty cells are taken", async () => {
  const parts = (count: number, content: string | Buffer) =>
    Array.from({ length: count }, (_, at) => ({ name: `xl/media/part${at}.xml`, content }));
  const blank = (at: number): string => `<row r="${at + 3}">${"<c/>".repeat(600)}</row>`;
  const blanks = Array.from({ length: 1_500 }, (_, at) => blank(at)).join("");
  const files: Record<string, Buffer> = {
    "2,000 parts": xlsx({ more: parts(2_000, "x") }),
    "60 MB of pictures": xlsx({
      more: parts(10, Buffer.concat([noise(99_000), Buffer.alloc(6 * MEGABYTE)])),
    }),
    "100,000 styles": xlsx({
      alter: (all) =>
        all.map((part) =>
          part.name.includes("styles")
            ? {
                ...part,
                content: String(part.content).replace("</cellXfs>", `${STYLE.repeat(100_000)}</cellXfs>`),
              }
            : part,
        ),
    }),
    "900,000 empty cells": makeXlsx({ data: [HEADER, goodRow(1)].map(makeRow).join("") + blanks }),
    "49 MB of blanks": xlsx({
      alter: (all) =>
        all.map((part) =>
          part.name.includes("sheet1")
            ? {
                ...part,
                content: Buffer.concat([Buffer.from(part.content), Buffer.alloc(45 * MEGABYTE, " ")]),
              }
            : part,
        ),
    }),
  };
  for (const [name, file] of Object.entries(files))
    assert.deepEqual(await read(file), { rows: [TAKEN.rows[0]], codes: [] }, name);
});

const STYLE = '<xf numFmtId="0" fontId="1" fillId="2" borderId="3" xfId="0" applyFont="1" applyFill="1"/>';

test("a hidden column refuses the file where it pays, and is passed over where it says nothing", async () => {
  const hide = (at: number): string => `<cols><col min="${at}" max="${at}" width="9" hidden="1"/></cols>`;
  const data = [
    [...HEADER, "Basic pay"],
    [...goodRow(1), "900"],
  ];
  for (const [at, title] of [
    [2, '"Amount" (B)'],
    [3, '"Bank account" (C)'],
  ] as const) {
    await assert.rejects(read(makeXlsx({ data, beforeData: hide(7) + hide(at) })), (error) => {
      assert.ok(TableError.is(error, "hidden_column"));
      return error.message.includes(title);
    });
  }
  assert.deepEqual((await read(makeXlsx({ data, beforeData: hide(7) }))).rows.length, 1);
  assert.deepEqual((await read(makeXlsx({ data, beforeData: hide(7) + hide(6) }))).rows.length, 1, "Remarks");
  await assert.rejects(read(makeXlsx({ data })), (error) => TableError.is(error, "unknown_columns"));
  const ofWidth = (width: number): Buffer =>
    makeXls([HEADER, goodRow(1)], { inSheet: [record(0x7d, [1, 1, width, 15, 0, 0])] });
  await assert.rejects(read(ofWidth(0)), (error) => TableError.is(error, "hidden_column"));
  assert.deepEqual((await read(ofWidth(300))).rows.length, 1);
});
