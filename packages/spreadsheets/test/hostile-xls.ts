/** Old workbooks (.xls) that must be refused. */
import { goodRow, HEADER, type HostileFile } from "./hostile-file.ts";
import { makeCompoundFile, makeXls, record, words, type XlsCell, type XlsManner } from "./make-xls.ts";

const rows = [HEADER, goodRow(1)];
const xls = (manner: XlsManner): Buffer => makeXls(rows, manner);

function cell(
  name: string,
  column: number,
  value: XlsCell,
  expected: Pick<HostileFile, "code" | "says">,
): HostileFile {
  const spoilt = HEADER.map((_, at) => (at === column ? value : null));
  const formats = ["0000000000", "dd/mm/yyyy"];
  return { name: `xls: ${name}`, make: () => makeXls([...rows, spoilt], { formats }), ...expected };
}

const CELLS: readonly HostileFile[] = [
  cell("a formula", 1, { formula: 3 }, { code: "formula", says: /Row 3, Amount: .*formula/ }),
  cell("an error", 1, { error: 0x17 }, { code: "error_value", says: /Row 3, Amount: .*#REF!/ }),
  cell("an error that nobody knows", 1, { error: 99 }, { code: "error_value", says: /Row 3, Amount/ }),
  cell("17 digits as a number", 2, Number("50100123456789012"), {
    code: "mangled_number",
    says: /Row 3, Bank account: .*as text/,
  }),
  cell("a broken number", 2, 0.5, { code: "mangled_number", says: /Row 3, Bank account/ }),
  cell(
    "zeros that are only shown",
    3,
    { number: 42, style: 1 },
    { code: "lost_zeros", says: /Row 3, Phone/ },
  ),
  cell(
    "a date for an account",
    2,
    { number: 45000, style: 2 },
    { code: "mangled_date", says: /Row 3, Bank account: .*2023-03-15/ },
  ),
  cell("a number where only text is taken", 3, 9876501234, { code: "number_cell", says: /Row 3, Phone/ }),
  cell("a number that is none", 1, Number.NaN, { code: "damaged", says: /Row 3, Amount: .*number/ }),
  cell("a number without end", 1, Number.POSITIVE_INFINITY, { code: "damaged", says: /Row 3/ }),
  cell("a command as text", 4, "=cmd|x", { code: "formula", says: /Row 3, Name/ }),
  cell("a long text", 5, "x".repeat(1_001), { code: "overlong_cell", says: /Row 3, Remarks/ }),
  cell("a control character", 4, "A\x01B", { code: "invisible_characters", says: /Row 3, Name/ }),
];

const stream = (name: string): { name: string; content: Buffer } => ({ name, content: Buffer.alloc(100) });

const KINDS: readonly HostileFile[] = [
  {
    name: "xls: a password",
    make: () => xls({ globals: [record(0x2f, [1, 1])] }),
    code: "encrypted",
    says: /password/,
  },
  {
    name: "an .xlsx with a password",
    make: () => makeCompoundFile([stream("EncryptionInfo"), stream("EncryptedPackage")]),
    code: "encrypted",
    says: /password/,
  },
  { name: "xls: macros", make: () => xls({ globals: [record(0xd3)] }), code: "has_macros", says: /macros/ },
  {
    name: "xls: a store of macros",
    make: () => makeCompoundFile([{ name: "_VBA_PROJECT_CUR", content: null }, stream("Workbook")]),
    code: "has_macros",
    says: /macros/,
  },
  { name: "xls: a sheet of macros", make: () => xls({ sheetKind: 1 }), code: "has_macros", says: /macros/ },
  {
    name: "xls: an embedded object",
    make: () => makeCompoundFile([{ name: "MBD0018D4CE", content: null }, stream("Workbook")]),
    code: "has_macros",
    says: /embedded/,
  },
  {
    name: "a Word document of old",
    make: () => makeCompoundFile([stream("WordDocument")]),
    code: "not_a_spreadsheet",
    says: /Word/,
  },
  {
    name: "a presentation of old",
    make: () => makeCompoundFile([stream("PowerPoint Document")]),
    code: "not_a_spreadsheet",
    says: /presentation/,
  },
  {
    name: "a mail",
    make: () => makeCompoundFile([stream("__properties_version1.0")]),
    code: "not_a_spreadsheet",
    says: /kind/,
  },
  {
    name: "xls: Excel 5",
    make: () => makeCompoundFile([stream("Book")]),
    code: "old_format",
    says: /Excel 97/,
  },
  {
    name: "xls: Excel 5, in the new place",
    make: () => xls({ version: 0x0500 }),
    code: "old_format",
    says: /Excel 97/,
  },
  {
    name: "xls: a hidden sheet only",
    make: () => xls({ sheetState: 1 }),
    code: "nothing_inside",
    says: /header/,
  },
  {
    name: "xls: a hidden row",
    make: () => xls({ hiddenRows: [2] }),
    code: "hidden_row",
    says: /Row 2: .*hidden/,
  },
];

const circle = (table: number[]): void => void (table[table.length - 5] = table.length - 5);

const BROKEN: readonly HostileFile[] = [
  { name: "xls: a header only", make: () => xls({}).subarray(0, 300), code: "damaged", says: /too early/ },
  { name: "xls: half of it", make: () => xls({}).subarray(0, 1_500), code: "damaged", says: /too early/ },
  {
    name: "xls: sectors that go round in a circle",
    make: () =>
      xls({
        container: { alterTable: (table) => table.forEach((_, at) => (table[at] = at === 3 ? 0 : at + 1)) },
      }),
    code: "damaged",
    says: /circle|too early/,
  },
  {
    name: "xls: a sector after itself",
    make: () => xls({ container: { alterTable: circle } }),
    code: "damaged",
    says: /circle/,
  },
  {
    name: "xls: a sector size of 2^31",
    make: () => xls({ container: { alter: (bytes) => void bytes.writeUInt16LE(31, 30) } }),
    code: "damaged",
    says: /header/,
  },
  {
    name: "xls: tables without end",
    make: () => xls({ container: { alter: (bytes) => void bytes.writeUInt32LE(0, 68) } }),
    code: "damaged",
    says: /circle|too early|kind/,
  },
  {
    name: "xls: nothing but zeros",
    make: () => makeCompoundFile([stream("Workbook")]),
    code: "nothing_inside",
    says: /header/,
  },
  {
    name: "xls: a record longer than the stream",
    make: () => xls({ inSheet: [words([0x203, 0xffff])] }),
    code: "damaged",
    says: /record|text/,
  },
  {
    name: "xls: a record that is too short",
    make: () => xls({ inSheet: [record(0x203, [3, 0])] }),
    code: "damaged",
    says: /record/,
  },
  {
    name: "xls: a text that is not there",
    make: () => xls({ inSheet: [record(0xfd, [2, 0, 0, 999, 0])] }),
    code: "damaged",
    says: /Row 3, Transfer ID: .*text/,
  },
  {
    name: "xls: a text longer than its record",
    make: () => xls({ inSheet: [record(0x204, [2, 0, 0, 9_999], Buffer.from([0, 65]))] }),
    code: "damaged",
    says: /text/,
  },
  {
    name: "xls: a list of four billion texts",
    make: () =>
      xls({ globals: [record(0xfc, [0xffff, 0xffff, 0xffff, 0xffff], Buffer.alloc(8_000))], ownTexts: true }),
    code: "damaged",
    says: /text|record/,
  },
  {
    name: "xls: a value in the 600th column",
    make: () => xls({ inSheet: [record(0x203, [2, 600, 0], Buffer.alloc(8))] }),
    code: "outside_columns",
    says: /Row 3, column SF/,
  },
  {
    name: "xls: 10,001 rows",
    make: () => makeXls([HEADER, ...Array.from({ length: 10_001 }, (_, at) => [`p${at}`, at])]),
    code: "too_many_rows",
    says: /Row 10002/,
  },
];

const SHEETS: readonly HostileFile[] = [
  {
    name: "xls: more rows on a second sheet",
    make: () => xls({ more: [{ rows }] }),
    code: "rows_elsewhere",
    says: /"Sheet2".*delete or hide/,
  },
  {
    name: "xls: a row on a third sheet, without titles",
    make: () => xls({ more: [{ rows: [] }, { rows: [[null, 7]] }] }),
    code: "rows_elsewhere",
    says: /"Sheet3"/,
  },
  {
    name: "xls: two sheets in one place",
    make: () =>
      xls({
        more: [
          { rows: [], at: 9_999 },
          { rows: [], at: 9_999 },
        ],
      }),
    code: "damaged",
    says: /two sheets/,
  },
  {
    name: "xls: a sheet without an end",
    make: () => xls({ inSheet: [Buffer.alloc(4)] }),
    code: "damaged",
    says: /a sheet ends too early/,
  },
];

export const HOSTILE_XLS: readonly HostileFile[] = [...CELLS, ...KINDS, ...BROKEN, ...SHEETS];
