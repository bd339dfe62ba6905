/** Workbooks that are packed correctly but have bad markup or a bad structure. */
import { COLUMNS, goodRow, HEADER, type HostileFile } from "./hostile-file.ts";
import { xlsx } from "./hostile-parts.ts";
import { DECLARATION, MAIN, makeRow, relation, workbook } from "./make-xlsx.ts";

const good = [HEADER, goodRow(1)].map(makeRow).join("");
const MACROS = "application/vnd.ms-excel.sheet.macroEnabled.main+xml";
const BINARY = "application/vnd.ms-excel.sheet.binary.macroEnabled.main";

const row3 = (cells: string, attributes = ""): string => `${good}<row r="3"${attributes}>${cells}</row>`;

const ENTITY = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
const external = (found: string): string => `<!DOCTYPE x [<!ENTITY a SYSTEM "${found}">]>`;
const sheetWith = (before: string, text: string): string =>
  `${DECLARATION}${before}<worksheet xmlns="${MAIN}"><sheetData>${good.replace("Asha", text)}</sheetData></worksheet>`;

function markup(name: string, sheet: string, expected?: Pick<HostileFile, "code" | "says">): HostileFile {
  return {
    name,
    make: () => xlsx({ sheet }),
    ...(expected ?? { code: "forbidden_markup", says: /refused/ }),
  };
}

const BROKEN = { code: "damaged", says: /damaged: / } as const;

const MARKUP: readonly HostileFile[] = [
  markup("a billion laughs", sheetWith(ENTITY, "&b;")),
  markup("an entity from a file", sheetWith(external("file:///etc/passwd"), "&a;")),
  markup("an entity from elsewhere", sheetWith(external("http://127.0.0.1:9/x"), "&a;")),
  markup("a document type from elsewhere", sheetWith('<!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd">', "x")),
  markup("a document type in small letters", sheetWith("<!doctype x>", "x")),
  markup("an entity that nobody defines", sheetWith("", "&amount;")),
  markup("an ampersand alone", sheetWith("", "A & B")),
  markup("a character that is none", sheetWith("", "&#0;"), {
    code: "unreadable_characters",
    says: /Row 2, Name/,
  }),
  markup("an inclusion", sheetWith("", '</t><xi:include href="file:///etc/passwd"/><t>')),
  markup("markup that is not closed", sheetWith("", "</t><t>").replace("</worksheet>", ""), BROKEN),
  markup("markup that is closed crosswise", sheetWith("", "</is></t><is><t>"), BROKEN),
  markup("markup without an end", `${DECLARATION}<worksheet ${"x".repeat(200_000)}`, BROKEN),
  markup("a comment without an end", `${DECLARATION}<worksheet><!-- ${"x".repeat(200_000)}`, BROKEN),
  markup("an attribute twice", sheetWith("", "x").replace('<row r="2">', '<row r="2" r="9">'), BROKEN),
  markup("100 levels", `${"<a>".repeat(100)}${"</a>".repeat(100)}`, BROKEN),
  markup("another encoding", sheetWith("", "x").replace("UTF-8", "UTF-7"), BROKEN),
  markup("nothing", " ", BROKEN),
  {
    name: "bytes that are not UTF-8",
    make: () =>
      xlsx({
        alter: (parts) =>
          parts.map((part) =>
            part.name.includes("sheet1")
              ? { ...part, content: Buffer.from(sheetWith("", "Jos\xe9"), "latin1") }
              : part,
          ),
      }),
    code: "damaged",
    says: /UTF-8/,
  },
  {
    name: "a document type among the shared texts",
    make: () => xlsx({ sharedStrings: "<!DOCTYPE x><si><t>x</t></si>" }),
    code: "forbidden_markup",
    says: /document type/,
  },
];

const elsewhere = relation("rId9", "worksheet", "https://127.0.0.1:9/s.xml").replace(
  "/>",
  ' TargetMode="External"/>',
);

const SHAPES: readonly HostileFile[] = [
  {
    name: "macros, as it says itself",
    make: () => xlsx({ workbookType: MACROS }),
    code: "has_macros",
    says: /macros/,
  },
  {
    name: "a binary workbook, as it says itself",
    make: () => xlsx({ workbookType: BINARY }),
    code: "not_a_spreadsheet",
    says: /xlsb/,
  },
  {
    name: "another kind, as it says itself",
    make: () => xlsx({ workbookType: "text/plain" }),
    code: "not_a_spreadsheet",
    says: /kind/,
  },
  {
    name: "a relation to macros",
    make: () => xlsx({ relations: relation("rId9", "xlMacrosheet", "m.xml") }),
    code: "has_macros",
    says: /macros/,
  },
  {
    name: "a sheet that lies elsewhere",
    make: () => xlsx({ relations: elsewhere }),
    code: "forbidden_markup",
    says: /elsewhere/,
  },
  {
    name: "a sheet above the root",
    make: () =>
      xlsx({
        alter: (parts) =>
          parts.map((part) =>
            part.name.includes("workbook.xml.rels")
              ? {
                  ...part,
                  content: String(part.content).replace("worksheets/sheet1.xml", "../../../etc/passwd"),
                }
              : part,
          ),
      }),
    code: "damaged",
    says: /missing/,
  },
  {
    name: "hidden sheets only",
    make: () => xlsx({ workbook: workbook('<sheet name="a" sheetId="1" state="hidden" r:id="rId1"/>') }),
    code: "nothing_inside",
    says: /header/,
  },
  { name: "an empty sheet", make: () => xlsx({ data: "" }), code: "nothing_inside", says: /header/ },
  {
    name: "a hidden row",
    make: () => xlsx({ data: row3(makeRow(goodRow(2), 2).replace(/<\/?row[^>]*>/g, ""), ' hidden="1"') }),
    code: "hidden_row",
    says: /Row 3: .*hidden/,
  },
  {
    name: "a hidden header",
    make: () => xlsx({ data: good.replace('<row r="1">', '<row r="1" hidden="true">') }),
    code: "hidden_row",
    says: /Row 1/,
  },
  {
    name: "a formula in the header",
    make: () => xlsx({ data: good.replace('<c r="A1" t="inlineStr">', '<c r="A1" t="inlineStr"><f>1</f>') }),
    code: "formula",
    says: /Row 1, column A/,
  },
  {
    name: "a row twice",
    make: () => xlsx({ data: good + makeRow(goodRow(2), 1) }),
    code: "damaged",
    says: /Row 2: .*out of order/,
  },
  {
    name: "a row beyond the last",
    make: () => xlsx({ data: `${good}<row r="1048577"><c><v>1</v></c></row>` }),
    code: "damaged",
    says: /out of order/,
  },
  {
    name: "the two corners of a sheet",
    make: () => xlsx({ data: `${good}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>` }),
    code: "outside_columns",
    says: /Row 1048576, column SF/,
  },
  {
    name: "10,001 rows in a sheet",
    make: () => xlsx({ data: [HEADER, ...Array.from({ length: 10_001 }, (_, at) => goodRow(at))] }),
    code: "too_many_rows",
    says: /Row 10002/,
  },
  {
    name: "half a million shared texts",
    make: () =>
      xlsx({ sharedStrings: Array.from({ length: 500_000 }, (_, at) => `<si><t>${at}</t></si>`).join("") }),
    code: "too_many_cells",
    says: /400000 texts/,
  },
  {
    name: "one long text in every cell",
    make: () =>
      xlsx({
        sharedStrings: `<si><t>${"x".repeat(1_000)}</t></si>`,
        data:
          good +
          Array.from(
            { length: 9_000 },
            (_, at) => `<row r="${at + 3}">${'<c t="s"><v>0</v></c>'.repeat(COLUMNS.length)}</row>`,
          ).join(""),
      }),
    code: "too_many_cells",
    says: /10000000 characters/,
  },
];

/** Makes a workbook with rows that only its author knows of; the first sheet is valid. */
function elsewhereToo(name: string, second: string): HostileFile {
  return { name, make: () => xlsx({ second }), code: "rows_elsewhere", says: /"Part <2>".*delete or hide/ };
}

const SHEETS: readonly HostileFile[] = [
  elsewhereToo("more rows on a second sheet", good),
  elsewhereToo("more rows on a second sheet without titles", makeRow(goodRow(2), 0)),
  elsewhereToo("a hidden row on a second sheet", good.replaceAll("<row ", '<row hidden="1" ')),
  elsewhereToo("a formula on a second sheet", '<row r="9"><c r="B9"><f>SUM(A1:A2)</f><v>3</v></c></row>'),
  {
    name: "a hundred sheets that are one",
    make: () =>
      xlsx({
        workbook: workbook(
          Array.from({ length: 100 }, (_, at) => `<sheet name="S${at}" sheetId="${at}" r:id="rId1"/>`).join(
            "",
          ),
        ),
      }),
    code: "damaged",
    says: /two sheets/,
  },
];

export const HOSTILE_XLSX: readonly HostileFile[] = [...MARKUP, ...SHAPES, ...SHEETS];
