import { TableError } from "./errors.ts";
import { columnLetters, SHEET_ROWS_MAX } from "./table.ts";
import {
  daysOf,
  joinPieces,
  plainValue,
  SHEET_TEXT_MAX,
  titleOf,
  type ColumnToWrite,
  type PlainValue,
  type RowsToWrite,
} from "./write-values.ts";
import { writeZip, type ZipPart } from "./write-zip.ts";

/**
 * Writes an .xlsx file of one sheet as its rows are read: texts as texts (still guarded against formulas,
 * since sheets are saved as CSV), amounts, counts and dates as typed cells. Whole columns are formatted, so
 * that what people type below the rows stays what they typed: a file without rows is a template. Throws
 * TableError `too_many_rows`.
 */
export function writeXlsx(columns: readonly ColumnToWrite[], rows: RowsToWrite): AsyncGenerator<Buffer> {
  const parts: ZipPart[] = [
    { name: "[Content_Types].xml", pieces: [CONTENT_TYPES] },
    { name: "_rels/.rels", pieces: [RELATIONS] },
    { name: "xl/workbook.xml", pieces: [WORKBOOK] },
    { name: "xl/_rels/workbook.xml.rels", pieces: [WORKBOOK_RELATIONS] },
    { name: "xl/styles.xml", pieces: [STYLES] },
    { name: "xl/worksheets/sheet1.xml", pieces: joinPieces(writeSheet(columns, rows)) },
  ];
  return writeZip(parts);
}

const STYLE = { header: 1, text: 2, amount: 3, count: 4, date: 5, moment: 6 } as const;
const WIDTH = { text: 24, amount: 16, count: 10, date: 20 } as const;

async function* writeSheet(columns: readonly ColumnToWrite[], rows: RowsToWrite): AsyncGenerator<string> {
  yield `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">
<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>`;
  for (const [index, { kind = "text" }] of columns.entries()) {
    yield `<col min="${index + 1}" max="${index + 1}" width="${WIDTH[kind]}" style="${STYLE[kind]}" customWidth="1"/>`;
  }
  yield `</cols><sheetData>${writeRow(
    1,
    columns.map((column) => writeText(titleOf(column), STYLE.header)),
  )}`;
  let rowNumber = 1;
  for await (const row of rows) {
    rowNumber += 1;
    if (rowNumber > SHEET_ROWS_MAX) throw new TableError("too_many_rows", { limit: SHEET_ROWS_MAX });
    const values = columns.map((column) => plainValue(row[column.name], column));
    yield writeRow(
      rowNumber,
      values.map((value) => (value === null ? null : writeValue(value))),
    );
  }
  yield "</sheetData></worksheet>";
}

/** A cell without its place, which `writeRow` adds. */
type CellMarkup = readonly [attributes: string, inside: string];

function writeRow(rowNumber: number, cells: readonly (CellMarkup | null)[]): string {
  const inside = cells.map((cell, index) =>
    cell === null ? "" : `<c r="${columnLetters(index)}${rowNumber}"${cell[0]}>${cell[1]}</c>`,
  );
  return `<row r="${rowNumber}">${inside.join("")}</row>`;
}

function writeValue({ kind, text }: PlainValue): CellMarkup {
  if (kind === "text") return writeText(text, STYLE.text);
  if (kind !== "date") return [` s="${STYLE[kind]}"`, `<v>${text}</v>`];
  return [` s="${text.length === 10 ? STYLE.date : STYLE.moment}"`, `<v>${daysOf(text)}</v>`];
}

const writeText = (text: string, style: number): CellMarkup => [
  ` t="inlineStr" s="${style}"`,
  `<is><t xml:space="preserve">${escapeText(text.slice(0, SHEET_TEXT_MAX))}</t></is>`,
];

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "_x000D_" };

/** A text that looks like an escape (`_x0041_`) is escaped, so that it stays a text. */
const escapeText = (text: string): string =>
  text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
    .replace(/[&<>\r\uFFFE\uFFFF]/g, (one) => ESCAPES[one] ?? " ");

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const CONTENT_TYPES = `${DECLARATION}<Types xmlns="${PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/>
<Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SPREADSHEET}.worksheet+xml"/>
</Types>`;

const RELATIONS = `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">
<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/>
</Relationships>`;

const WORKBOOK = `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">
<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`;

const WORKBOOK_RELATIONS = `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">
<Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>
<Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/>
</Relationships>`;

/** The formats in the order of STYLE; 49 is text, 2 is 0.00, 1 is 0. */
const FORMATS = [
  'numFmtId="0" fontId="0"',
  'numFmtId="49" fontId="1" applyFont="1" applyNumberFormat="1"',
  ...[49, 2, 1, 164, 165].map((id) => `numFmtId="${id}" fontId="0" applyNumberFormat="1"`),
];

const STYLES = `${DECLARATION}<styleSheet xmlns="${MAIN}">
<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>
<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>
<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill>
<fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="${FORMATS.length}">
${FORMATS.map((format) => `<xf ${format} fillId="0" borderId="0" xfId="0"/>`).join("\n")}
</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
