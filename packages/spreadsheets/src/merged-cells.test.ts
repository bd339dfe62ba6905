import assert from "node:assert/strict";
import { test } from "node:test";
import { COLUMNS, goodRow, HEADER } from "../test/hostile-file.ts";
import { makeXls, record } from "../test/make-xls.ts";
import { makeXlsx } from "../test/make-xlsx.ts";
import { readRange } from "./merged-cells.ts";
import { parseTable } from "./parse-table.ts";

const OPTIONS = { columns: COLUMNS, problemsMax: 99, keepsRows: true } as const;
const ROWS = [HEADER, ...[1, 2, 3, 4].map(goodRow)];

/** Returns the accepted rows, and the sentences for the others, of one table in both kinds of workbooks. */
async function readBoth(refs: readonly string[], rows: readonly (readonly string[])[] = ROWS) {
  const merges = refs.map((ref) => `<mergeCell ref="${ref}"/>`).join("");
  const xlsx = makeXlsx({ data: rows, afterData: `<mergeCells>${merges}</mergeCells>` });
  const places = refs.map((ref) => {
    const { firstRow, lastRow, firstColumn, lastColumn } = readRange(ref)!;
    return [firstRow - 1, lastRow - 1, firstColumn, lastColumn];
  });
  const inSheet = [record(0xe5, [places.length, ...places.flat()])];
  const xls = makeXls(rows, { inSheet });
  const read = await Promise.all(
    [xlsx, xls].map(async (file) => {
      const table = await parseTable(file, OPTIONS);
      const faults = table.problems.map(({ kept }) => kept!.faults);
      for (const [at, { kept }] of table.problems.entries())
        for (const { name } of faults[at]!) assert.equal(kept!.values[name!], "");
      return {
        taken: table.rows.map(({ rowNumber }) => rowNumber),
        told: table.problems.map(({ text }) => text),
        names: faults.map((ofRow) => ofRow.map(({ name }) => name)),
      };
    }),
  );
  assert.deepEqual(read[0], read[1]);
  return read[0]!;
}

test("rows of which a cell that pays is merged are refused by the range, and no other row", async () => {
  for (const [column, title] of [
    ["A", "Transfer ID"],
    ["B", "Amount"],
    ["C", "Bank account"],
    ["E", "Name"],
  ] as const) {
    const range = `${column}2:${column}4`;
    const { taken, told } = await readBoth([range]);
    assert.deepEqual(taken, [5]);
    assert.deepEqual(
      told.map((text) => text.split(". ")[0]),
      [2, 3, 4].map(
        (row) => `Row ${row}, ${title}: ${range} is merged, so it cannot be told which row its value is for`,
      ),
    );
  }
});

test("a range over several columns, and several ranges over a row, are told of each cell", async () => {
  const { taken, names } = await readBoth(["A2:C3", "E3:E4"]);
  assert.deepEqual(taken, [5]);
  assert.deepEqual(names, [
    ["transferId", "amount", "bankAccount"],
    ["transferId", "amount", "bankAccount", "name"],
    ["name"],
  ]);
  assert.deepEqual((await readBoth(["B3:C3"])).taken, [2, 4, 5], "a range of one row");
});

test("a merged cell that must be filled is told of the rows that it is missing from", async () => {
  const columns = COLUMNS.map((column) => (column.name === "phone" ? { ...column, required: true } : column));
  const data = ROWS.map((row, at) => (at > 1 ? row.with(3, "") : row));
  const file = makeXlsx({ data, afterData: '<mergeCells><mergeCell ref="D2:D4"/></mergeCells>' });
  const { rows, problems } = await parseTable(file, { ...OPTIONS, columns });
  assert.deepEqual(
    [rows.map(({ rowNumber }) => rowNumber), problems.map(({ rowNumber }) => rowNumber)],
    [
      [2, 5],
      [3, 4],
    ],
  );
  assert.match(problems[0]!.text, /^Row 3, Phone: D2:D4 is merged/);
});

test("merged titles, notes and empty places refuse nothing", async () => {
  const titled = [["Salaries, November"], ...ROWS];
  assert.deepEqual((await readBoth(["A1:F1"], titled)).taken, [3, 4, 5, 6]);
  for (const refs of [["F2:F5"], ["H2:J9"], ["B7:B12"], ["B1:C1"]])
    assert.deepEqual((await readBoth(refs)).taken, [2, 3, 4, 5], refs.join());
});

test("a hundred thousand ranges over each other cost little", async () => {
  const refs = Array.from({ length: 100_000 }, (_, at) => `B${(at % 5) + 1}:B${9_000 - (at % 7)}`);
  const rows = [HEADER, ...Array.from({ length: 3_000 }, (_, at) => goodRow(at))];
  const merges = refs.map((ref) => `<mergeCell ref="${ref}"/>`).join("");
  const file = makeXlsx({ data: rows, afterData: `<mergeCells>${merges}</mergeCells>` });
  const { problems } = await parseTable(file, { ...OPTIONS, problemsMax: 3_000 });
  assert.equal(problems.length, 3_000);
});

test("an amount of which a condition changes the number format is refused by the range, and no other row", async () => {
  const read = async (sqref: string, dxfId: number) => {
    const rule = `<cfRule type="cellIs" priority="1" dxfId="${dxfId}"><formula>0</formula></cfRule>`;
    const alter = (parts: { name: string; content: string | Buffer }[]) =>
      parts.map((part) => ({
        ...part,
        content: String(part.content).replace("</styleSheet>", `${CONDITIONS}</styleSheet>`),
      }));
    const afterData = `<conditionalFormatting sqref="${sqref}">${rule}</conditionalFormatting>`;
    const { rows, problems } = await parseTable(makeXlsx({ data: ROWS, afterData, alter }), OPTIONS);
    return { taken: rows.map(({ rowNumber }) => rowNumber), told: problems.map(({ text }) => text) };
  };
  const { taken, told } = await read("B2:B3 B5", 1);
  assert.deepEqual(taken, [4]);
  assert.deepEqual(
    told.map((text) => text.split(" can ")[0]),
    ["B2:B3", "B2:B3", "B5"].map(
      (range, at) => `Row ${[2, 3, 5][at]}, Amount: Conditional formatting of ${range}`,
    ),
  );
  assert.deepEqual((await read("B2:B5", 0)).taken, [2, 3, 4, 5], "a colour changes no number");
  assert.deepEqual((await read("Z2:Z5", 1)).taken, [2, 3, 4, 5], "nor does a format elsewhere");
});

const CONDITIONS =
  '<dxfs count="2"><dxf><fill/></dxf><dxf><numFmt numFmtId="164" formatCode="#,##0,"/></dxf></dxfs>';
