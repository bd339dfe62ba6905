import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { readXls, readXlsx, type CellValue } from "hucre";
import { openZip } from "./open-zip.ts";
import { parseTable } from "./parse-table.ts";
import { TableError } from "./errors.ts";
import { writeCsv } from "./write-csv.ts";
import type { ColumnToWrite, RowToWrite } from "./write-values.ts";
import { writeXls } from "./write-xls.ts";
import { writeXlsx } from "./write-xlsx.ts";

const WRITERS = { csv: writeCsv, xlsx: writeXlsx, xls: writeXls } as const;
type Kind = keyof typeof WRITERS;
const KINDS = Object.keys(WRITERS) as Kind[];

async function write(
  kind: Kind,
  columns: readonly ColumnToWrite[],
  rows: Iterable<RowToWrite>,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of WRITERS[kind](columns, rows)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Returns the cells as a reader that is not ours sees them. */
async function look(kind: Kind, bytes: Buffer): Promise<CellValue[][]> {
  if (kind === "csv") return parse(bytes, { bom: true, relax_column_count: true });
  const { sheets } = kind === "xlsx" ? await readXlsx(bytes) : await readXls(bytes);
  return sheets[0]!.rows;
}

const FORMULAS = [
  "=1+1",
  "+1",
  "-1",
  "@SUM(1)",
  "\t=1",
  "\r=1",
  "\n=1",
  "\0=1",
  "'=1",
  "''@x",
  "＝1",
  " =1",
  "\u00a0=1",
];
const PIECES = [
  ...FORMULAS,
  '=HYPERLINK("http://x")',
  "=cmd|' /C calc'!A0",
  '"',
  ",",
  ";",
  "\r\n",
  "é",
  "वर्मा",
  "🙂",
];
const MORE = [
  "_x0041_",
  "_x005F_",
  "&amp;",
  "<b>",
  "]]>",
  "'",
  "a",
  "0026",
  " ",
  "#REF",
  "\u0007",
  "x".repeat(300),
];

/** Makes 500 texts that an attacker would try. */
function makePayloads(): string[] {
  const piece = fc.constantFrom(...PIECES, ...MORE);
  const text = fc.array(piece, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));
  return [
    ...PIECES,
    ...fc.sample(fc.oneof(text, fc.string(), fc.string({ unit: "grapheme" })), { seed: 31, numRuns: 600 }),
  ]
    .filter((payload) => payload.trim() !== "" && payload.isWellFormed() && !UNREADABLE.test(payload.trim()))
    .slice(0, 500);
}

/** Texts that the reader always refuses. */
const UNREADABLE = /[[\p{Cf}\p{Co}\u2028\u2029]--[\u200c\u200d]]|^#(REF!|#+)$/v;

test("500 payloads come back as they were, and none begins with what a program would run", async () => {
  const payloads = makePayloads();
  assert.equal(payloads.length, 500);
  const columns = [{ name: "n", kind: "count" }, { name: "text" }] as const;
  const rows = payloads.map((text, n) => ({ n, text }));
  for (const kind of KINDS) {
    const bytes = await write(kind, columns, rows);
    const seen = await look(kind, bytes);
    assert.equal(seen.length, 501, kind);
    for (const [, text] of seen) {
      assert.equal(typeof text, "string");
      assert.doesNotMatch(text as string, /^[\t\r\n\0]|^\s*[=+\-@＝＋－＠]/, kind);
    }
    const table = await parseTable(bytes, { columns: [{ name: "n", required: true }, { name: "text" }] });
    // Control characters are written as blanks, and blanks around a text do not come back.
    const kept = (text: string) => text.replaceAll(/[^\P{Cc}\t\n\r]/gu, " ").trim();
    assert.deepEqual(
      table.rows.map(({ values }) => values.text),
      payloads.map(kept),
      kind,
    );
  }
});

const COLUMNS: readonly ColumnToWrite[] = [
  { name: "id", title: "Transfer ID" },
  { name: "amount", title: "Amount", kind: "amount" },
  { name: "count", title: "=Count", kind: "count" },
  { name: "day", title: "Day", kind: "date" },
  { name: "moment", title: "Moment", kind: "date" },
];

const ROWS: readonly RowToWrite[] = [
  { id: "0026", amount: -150_050n, count: 3, day: "2026-11-21", moment: "2026-11-21 10:30:15" },
  { id: "", amount: 0n, count: null, day: null },
];

test("amounts, counts and dates are cells of their kind, texts are texts", async () => {
  for (const kind of ["xlsx", "xls"] as const) {
    const [titles, first, second] = await look(kind, await write(kind, COLUMNS, ROWS));
    assert.deepEqual(titles, ["Transfer ID", "Amount", "'=Count", "Day", "Moment"]);
    const [day, moment] = [Date.UTC(2026, 10, 21), Date.UTC(2026, 10, 21, 10, 30, 15)].map(
      (at) => new Date(at),
    );
    assert.deepEqual(first, ["0026", -1500.5, 3, day, moment], kind);
    assert.deepEqual(
      second!.map((cell) => cell ?? "").slice(0, 3),
      ["", 0, ""].slice(0, second!.length),
      kind,
    );
  }
});

test("CSV has a mark, CR LF and plain amounts", async () => {
  const text = (await write("csv", COLUMNS, ROWS)).toString();
  assert.equal(
    text,
    "\uFEFFTransfer ID,Amount,'=Count,Day,Moment\r\n0026,-1500.50,3,2026-11-21,2026-11-21 10:30:15\r\n,0.00,,,\r\n",
  );
});

test("a file without rows is a template whose columns keep what people type", async () => {
  const columns = [{ name: "Bank account" }, { name: "Amount", kind: "amount" }] as const;
  for (const kind of KINDS) {
    const table = await parseTable(await write(kind, columns, []), { columns });
    assert.deepEqual(table.columns, ["Bank account", "Amount"], kind);
    assert.deepEqual(table.rows, [], kind);
  }
  const zip = openZip(await write("xlsx", columns, []));
  const read = async (name: string): Promise<string> => {
    const pieces: Buffer[] = [];
    for await (const piece of zip.unpack(zip.entries.get(name)!)) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  };
  const style = /<col min="1" max="1"[^>]* style="(\d)"/.exec(await read("xl/worksheets/sheet1.xml"))?.[1];
  const cellStyles = (await read("xl/styles.xml")).split("<cellXfs")[1]!.match(/<xf [^>]*>/g)!;
  // 49 is the text format.
  assert.match(cellStyles[Number(style)]!, /numFmtId="49"/);
});

test("rows are asked for as the file is read, not before", async () => {
  for (const kind of ["csv", "xlsx"] as const) {
    let given = 0;
    const rows = function* (): Generator<RowToWrite> {
      for (; given < 100_000; given += 1) yield { id: `pay_${given}_${"x".repeat(100)}` };
    };
    for await (const piece of WRITERS[kind](COLUMNS, rows())) if (given > 0 && piece.length > 0) break;
    assert.ok(given < 5_000, `${kind}: ${given}`);
  }
});

test("an error of the rows is an error of the file", async () => {
  const rows = function* (): Generator<RowToWrite> {
    yield { id: "a" };
    throw new Error("the database went away");
  };
  for (const kind of KINDS) await assert.rejects(write(kind, COLUMNS, rows()), /the database went away/);
});

test("more rows than a sheet has are refused", async () => {
  const rows = Array.from({ length: 65_536 }, () => ({}));
  await assert.rejects(write("xls", COLUMNS, rows), (error) => TableError.is(error, "too_many_rows"));
});

test("large files of the old format are whole", async () => {
  // Beyond 7 MB the header has no room for the places of all tables.
  const rows = Array.from({ length: 10_000 }, (_, at) => ({
    id: `pay_${at}_${"व".repeat(at % 1_000)}`,
    amount: BigInt(at),
  }));
  const bytes = await write("xls", COLUMNS, rows);
  assert.ok(bytes.length > 8_000_000);
  const seen = await look("xls", bytes);
  assert.equal(seen.length, 10_001);
  for (const at of [0, 1, 4_999, 9_999])
    assert.deepEqual(seen[at + 1]!.slice(0, 2), [rows[at]!.id, at / 100]);
});
