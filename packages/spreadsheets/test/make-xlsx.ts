/** Makes .xlsx files for tests, in the style of several programs and in ways that no program uses. */
import { makeZip, type PartToZip, type ZipManner } from "./make-zip.ts";

export interface XlsxParts {
  /** The contents of `sheetData`; or rows, which are written as inline texts and numbers. */
  readonly data: string | readonly (readonly (string | number)[])[];
  /** Markup in the sheet before its data. */
  readonly beforeData?: string;
  /** Markup in the sheet after its data. */
  readonly afterData?: string;
  readonly sharedStrings?: string;
  /** The codes of number formats; style n has the n-th, and style 0 is General. */
  readonly formats?: readonly string[];
  readonly workbook?: string;
  readonly workbookType?: string;
  /** Additional relations of the workbook. */
  readonly relations?: string;
  /** The contents of `sheetData` of a second sheet, "Part <2>"; `secondState` sets its visibility. */
  readonly second?: string;
  readonly secondState?: "visible" | "hidden" | "veryHidden";
  readonly sheet?: string;
  readonly more?: readonly PartToZip[];
  readonly zip?: ZipManner;
  /** Changes the parts before they are packed. */
  readonly alter?: (parts: PartToZip[]) => PartToZip[];
}

export const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
export const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";
export const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** Writes a workbook. */
export function makeXlsx(given: XlsxParts): Buffer {
  const data = typeof given.data === "string" ? given.data : given.data.map(makeRow).join("");
  const parts: PartToZip[] = [
    { name: "[Content_Types].xml", content: contentTypes(given.workbookType ?? XLSX_TYPE) },
    {
      name: "_rels/.rels",
      content: relations(relation("rId1", "officeDocument", "xl/workbook.xml")),
    },
    {
      name: "xl/workbook.xml",
      content: given.workbook ?? workbook(`<sheet name="Sheet1" sheetId="1" r:id="rId1"/>${secondOf(given)}`),
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: relations(
        relation("rId1", "worksheet", "worksheets/sheet1.xml") +
          relation("rId2", "styles", "styles.xml") +
          (given.sharedStrings === undefined ? "" : relation("rId3", "sharedStrings", "sharedStrings.xml")) +
          (given.second === undefined ? "" : relation("rId4", "worksheet", "worksheets/sheet2.xml")) +
          (given.relations ?? ""),
      ),
    },
    { name: "xl/styles.xml", content: styles(given.formats ?? []) },
    {
      name: "xl/worksheets/sheet1.xml",
      content:
        given.sheet ??
        `${DECLARATION}<worksheet xmlns="${MAIN}">${given.beforeData ?? ""}<sheetData>${data}</sheetData>` +
          `${given.afterData ?? ""}</worksheet>`,
    },
    ...(given.second === undefined
      ? []
      : [
          {
            name: "xl/worksheets/sheet2.xml",
            content: `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetData>${given.second}</sheetData></worksheet>`,
          },
        ]),
    ...(given.sharedStrings === undefined
      ? []
      : [
          {
            name: "xl/sharedStrings.xml",
            content: `${DECLARATION}<sst xmlns="${MAIN}">${given.sharedStrings}</sst>`,
          },
        ]),
    ...(given.more ?? []),
  ];
  return makeZip(given.alter === undefined ? parts : given.alter(parts), given.zip);
}

const secondOf = ({ second, secondState = "visible" }: XlsxParts): string =>
  second === undefined ? "" : `<sheet name="Part &lt;2&gt;" sheetId="2" state="${secondState}" r:id="rId4"/>`;

/** Returns the markup of a row of cells: numbers as numbers, texts inline. */
export function makeRow(cells: readonly (string | number)[], index: number): string {
  const row = index + 1;
  const inside = cells.map((cell, column) => {
    const reference = `${String.fromCharCode(65 + column)}${row}`;
    return typeof cell === "number"
      ? `<c r="${reference}"><v>${cell}</v></c>`
      : `<c r="${reference}" t="inlineStr"><is><t>${escape(cell)}</t></is></c>`;
  });
  return `<row r="${row}">${inside.join("")}</row>`;
}

const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

export const workbook = (sheets: string, before = ""): string =>
  `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${before}<sheets>${sheets}</sheets></workbook>`;

export const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;

export const relations = (inside: string): string =>
  `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${inside}</Relationships>`;

const contentTypes = (type: string): string =>
  `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
  `<Override PartName="/xl/workbook.xml" ContentType="${type}"/></Types>`;

function styles(formats: readonly string[]): string {
  const codes = formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`).join("");
  const cells = formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join("");
  const inside =
    `<numFmts>${codes}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>` +
    `<cellXfs><xf numFmtId="0"/>${cells}</cellXfs>`;
  return `${DECLARATION}<styleSheet xmlns="${MAIN}">${inside}</styleSheet>`;
}
