import assert from "node:assert/strict";
import { test } from "node:test";
import { readXls as readByAnother } from "hucre";
import { COLUMNS, HEADER } from "../test/hostile-file.ts";
import { makeXls, record, type XlsCell, type XlsManner } from "../test/make-xls.ts";
import { parseTable } from "./parse-table.ts";

const ROWS: readonly (readonly XlsCell[])[] = [
  HEADER,
  ["p1", 1500.5, "00262918", "98765", "Asha Verma", "é"],
  ["p2", -7, "0026291800001191", null, "आशा वर्मा", "x".repeat(900)],
  ["p3", 123456.78, 501001234567, null, "x".repeat(899), true],
  ["p4", 1e-7, null, null, "वर्मा".repeat(150), false],
];

const EXPECTED = [
  ["p1", "1500.5", "00262918", "98765", "Asha Verma", "é"],
  ["p2", "-7", "0026291800001191", "", "आशा वर्मा", "x".repeat(900)],
  ["p3", "123456.78", "501001234567", "", "x".repeat(899), "TRUE"],
  ["p4", "0.0000001", "", "", "वर्मा".repeat(150), "FALSE"],
];

test("the same table is read whatever the manner of the program that wrote it", async () => {
  const manners: readonly XlsManner[] = [
    {},
    { ownTexts: true },
    { formats: ["dd/mm/yyyy", "0000"] },
    // Texts that continue in the next record, cut at every place.
    ...Array.from({ length: 40 }, (_, at) => ({ recordMax: 100 + at })),
    // A chart within the sheet is a separate stream.
    { inSheet: [record(0x809, [0x0600, 0x0020, 0, 0, 0, 0, 0, 0]), record(0x06, [9, 9, 9]), record(0x0a)] },
  ];
  for (const manner of manners) {
    const { kind, rows } = await parseTable(makeXls(ROWS, manner), { columns: COLUMNS });
    assert.equal(kind, "xls");
    assert.deepEqual(
      rows.map(({ values }) => Object.values(values)),
      EXPECTED,
      JSON.stringify(manner),
    );
  }
});

test("sheets that are hidden, and those without content, do not count", async () => {
  const more = [
    { rows: [], state: 0 },
    { rows: ROWS, state: 1 },
    { rows: ROWS, state: 2 },
    { rows: [[" "]] },
  ];
  const { rows } = await parseTable(makeXls(ROWS, { more }), { columns: COLUMNS });
  assert.equal(rows.length, EXPECTED.length);
});

test("a small workbook stands in the stream of small ones", async () => {
  const bytes = makeXls(
    [
      ["transferId", "amount"],
      ["p1", 2],
    ],
    { container: { mini: true } },
  );
  const { rows } = await parseTable(bytes, { columns: COLUMNS });
  assert.deepEqual(
    rows.map(({ rowNumber, values: { transferId, amount } }) => [rowNumber, transferId, amount]),
    [[2, "p1", "2"]],
  );
});

test("neighbouring numbers and dates are read", async () => {
  const columns = [{ name: "1" }, { name: "2" }, { name: "3" }];
  const joined = makeXls(
    [
      ["1", "2", "3"],
      [1, -2, 300.25],
    ],
    { joined: true },
  );
  const { rows } = await parseTable(joined, { columns });
  assert.deepEqual({ ...rows[0]?.values }, { "1": "1", "2": "-2", "3": "300.25" });
  const formats = ["dd-mmm-yyyy", "0.00"];
  const dated = makeXls(
    [
      ["1", "2", "3"],
      [
        { number: 46347, style: 1 },
        { number: 46347.5, style: 1 },
        { number: 46347.5, style: 2 },
      ],
    ],
    { formats },
  );
  const { rows: dates } = await parseTable(dated, { columns });
  assert.deepEqual(
    { ...dates[0]?.values },
    { "1": "2026-11-21", "2": "2026-11-21 12:00:00", "3": "46347.5" },
  );
  const old = makeXls([["1"], [{ number: 44885, style: 1 }]], { formats, globals: [record(0x22, [1])] });
  const { rows: older } = await parseTable(old, { columns });
  assert.deepEqual({ ...older[0]?.values }, { "1": "2026-11-21", "2": "", "3": "" });
});

test("an independent reader finds the same in these files", async () => {
  const { sheets } = await readByAnother(makeXls(ROWS, { recordMax: 120 }));
  assert.deepEqual(
    sheets[0]?.rows.map((cells) => cells.filter((cell) => cell !== null)),
    ROWS.map((cells) => cells.filter((cell) => cell !== null)),
  );
});
