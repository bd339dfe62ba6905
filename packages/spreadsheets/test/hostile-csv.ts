/** CSV files that must be refused because of their contents. */
import { asCsv } from "./as-csv.ts";
import { goodRow, HEADER, spoilt, type HostileFile } from "./hostile-file.ts";

const table = (...rows: readonly (readonly string[])[]): Buffer => Buffer.from(asCsv(HEADER, ...rows));

const MEGABYTE = 1024 * 1024;

const QUOTES: readonly HostileFile[] = [
  {
    name: "a quote that is never closed",
    make: () => table(goodRow(1), spoilt(4, '"Asha'), goodRow(3)),
    code: "unterminated_quote",
    says: /Row 3, Name: /,
  },
  {
    name: "a quote that is never closed, and then 5 MB",
    make: () => Buffer.from(`${asCsv(HEADER)}"${"x,\n".repeat(1_700_000)}`),
    code: "too_many_rows",
    says: /Row 10002/,
  },
  {
    name: "text behind a quote",
    make: () => table(spoilt(4, '"Asha" Verma')),
    code: "stray_quote",
    says: /Row 2, Name: /,
  },
];

const SHAPES: readonly HostileFile[] = [
  {
    name: "blank lines only",
    make: () => Buffer.from("\r\n\r\n \r\n"),
    code: "nothing_inside",
    says: /header/,
  },
  {
    name: "5 MB of blank lines",
    make: () => Buffer.alloc(5 * MEGABYTE, "\n"),
    code: "too_many_rows",
    says: /1048576 rows/,
  },
  {
    name: "5 MB of commas",
    make: () => Buffer.alloc(5 * MEGABYTE, ","),
    code: "overlong_cell",
    says: /Row 1, column A/,
  },
  {
    name: "one line of 5 MB",
    make: () => Buffer.alloc(5 * MEGABYTE, "x"),
    code: "overlong_cell",
    says: /Row 1, column A: /,
  },
  {
    name: "no header",
    make: () => Buffer.from(asCsv(goodRow(1))),
    code: "missing_columns",
    says: /"Transfer ID", "Amount"/,
  },
  {
    name: "a column missing",
    make: () => Buffer.from("Transfer ID,Name\r\na,b\r\n"),
    code: "missing_columns",
    says: /"Amount"/,
  },
  {
    name: "an unknown column",
    make: () => Buffer.from("Transfer ID,Amount,Colour\r\na,1,b\r\n"),
    code: "unknown_columns",
    says: /"Colour".*Known are: .*"Bank account"/,
  },
  {
    name: "columns called like the inside of objects",
    make: () => Buffer.from("Transfer ID,Amount,__proto__,constructor\r\na,1,b,c\r\n"),
    code: "unknown_columns",
    says: /"__proto__", "constructor"/,
  },
  {
    name: "a column twice",
    make: () => Buffer.from("Transfer ID,Amount,amount\r\na,1,2\r\n"),
    code: "duplicate_columns",
    says: /"Amount"/,
  },
  {
    name: "a column twice by two of its names",
    make: () => Buffer.from("transferId,Amount,Bank_Account,ACCOUNT NUMBER\r\na,1,2,3\r\n"),
    code: "duplicate_columns",
    says: /"Bank account"/,
  },
  {
    name: "a thousand unknown columns",
    make: () =>
      Buffer.from(`Transfer ID,Amount,${Array.from({ length: 400 }, (_, at) => `c${at}`).join(",")}\n`),
    code: "unknown_columns",
    says: /and 380 more/,
  },
  {
    name: "a row too short",
    make: () => Buffer.from("Transfer ID,Name,Amount\r\na,b,1\r\na,b\r\n"),
    code: "ragged_row",
    says: /Row 3, Amount: /,
  },
  {
    name: "a row too long",
    make: () => table(goodRow(1), [...goodRow(2), "more"]),
    code: "outside_columns",
    says: /Row 3, column G: /,
  },
  {
    name: "10,001 rows",
    make: () => table(...Array.from({ length: 10_001 }, (_, at) => goodRow(at))),
    code: "too_many_rows",
    says: /Row 10002: .*10000 rows/,
  },
  {
    name: "a million rows",
    make: () => Buffer.from(`${asCsv(HEADER)}${"a,1\n".repeat(1_250_000)}`),
    code: "too_many_rows",
    says: /Row 10002/,
  },
  {
    name: "a row behind 900,000 blank ones, too many",
    make: () => Buffer.from(`${asCsv(HEADER)}${"\n".repeat(900_000)}${"a,1\n".repeat(10_001)}`),
    code: "too_many_rows",
    says: /Row 910002/,
  },
];

const at = (column: number, cell: string, code: HostileFile["code"], says: RegExp): HostileFile => ({
  name: `${code} ${JSON.stringify(cell.slice(0, 20))}`,
  make: () => table(goodRow(1), spoilt(column, cell)),
  code,
  says,
});

const CELLS: readonly HostileFile[] = [
  at(4, '=HYPERLINK(""x"")'.replaceAll('"', ""), "formula", /Row 3, Name: .*formula/),
  at(1, "=1+1", "formula", /Row 3, Amount: /),
  at(2, "=T(0012345)", "formula", /Row 3, Bank account: /),
  at(2, '"=""00""&""12"""', "formula", /Row 3, Bank account: /),
  at(2, '"=""=1+1"""', "formula", /Row 3, Bank account: /),
  at(4, "  =cmd|' /C calc'!A0", "formula", /Row 3, Name: /),
  at(2, "5.01001E+16", "mangled_number", /Row 3, Bank account: .*5\.01001E\+16.*as text/),
  at(2, "1.23457E+11", "mangled_number", /Row 3, Bank account: .*as text/),
  at(3, "9.88E+09", "mangled_number", /Row 3, Phone: /),
  at(2, "50100123456789.0", "mangled_number", /Row 3, Bank account: /),
  at(2, "5.0100123456789e16", "mangled_number", /Row 3, Bank account: /),
  at(0, "1e+22", "mangled_number", /Row 3, Transfer ID: /),
  at(2, "#########", "error_value", /Row 3, Bank account: .*#########/),
  at(1, "#REF!", "error_value", /Row 3, Amount: .*#REF!/),
  at(4, "#N/A", "error_value", /Row 3, Name: /),
  at(4, "A\x07B", "invisible_characters", /Row 3, Name: /),
  at(4, "\u202eamreV", "invisible_characters", /Row 3, Name: /),
  at(2, "0026\u200b291", "invisible_characters", /Row 3, Bank account: /),
  at(4, "\u{e0041}sha", "invisible_characters", /Row 3, Name: /),
  at(4, "Jos\ufffd", "unreadable_characters", /Row 3, Name: .*lost.*CSV UTF-8/),
  at(5, "x".repeat(1_001), "overlong_cell", /Row 3, Remarks: .*1000 characters/),
  at(5, "y".repeat(1_048_576), "overlong_cell", /Row 3, Remarks: /),
  at(5, `"${'""'.repeat(2_000_000)}"`, "overlong_cell", /Row 3, Remarks: /),
];

export const HOSTILE_CSV: readonly HostileFile[] = [...QUOTES, ...SHAPES, ...CELLS];
