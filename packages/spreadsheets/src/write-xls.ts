import { setImmediate } from "node:timers/promises";
import { TableError } from "./errors.ts";
import { longs, makeRecord, makeSharedTexts, makeText, words } from "./write-biff.ts";
import { writeCompoundFile } from "./write-compound-file.ts";
import {
  daysOf,
  plainValue,
  SHEET_TEXT_MAX,
  titleOf,
  type ColumnToWrite,
  type PlainValue,
  type RowsToWrite,
} from "./write-values.ts";

/** Rows of an .xls sheet, including the header. */
const ROWS_MAX = 65_536;
const RECORDS_AT_ONCE = 50;

/**
 * Writes an .xls file (Excel 97 to 2003) of one sheet, with cells typed and guarded as in `writeXlsx`. The
 * format needs its sizes first, so the rows are held until the last one has come: about 14 bytes for a cell,
 * and every different text once. Throws TableError `too_many_rows`.
 */
export async function* writeXls(
  columns: readonly ColumnToWrite[],
  rows: RowsToWrite,
): AsyncGenerator<Buffer> {
  const texts = new Map<string, number>();
  let textCells = 0;
  const numberText = (text: string): number => {
    textCells += 1;
    const known = texts.get(text);
    if (known !== undefined) return known;
    texts.set(text, texts.size);
    return texts.size - 1;
  };
  const titles = columns.map((column) => ({ kind: "text", text: titleOf(column) }) as const);
  const cells = [makeRow(0, titles, { numberText, header: true })];
  for await (const row of rows) {
    if (cells.length >= ROWS_MAX) throw new TableError("too_many_rows", { limit: ROWS_MAX - 1 });
    const values = columns.map((column) => plainValue(row[column.name], column));
    cells.push(makeRow(cells.length, values, { numberText, header: false }));
  }
  const sharedTexts: Buffer[] = [];
  for (const record of makeSharedTexts(texts.keys(), { all: textCells, different: texts.size })) {
    sharedTexts.push(record);
    // Many texts take many milliseconds, and other work may be waiting.
    if (sharedTexts.length % RECORDS_AT_ONCE === 0) await setImmediate();
  }
  const sheet = [...makeSheetStart(columns, cells.length), ...cells, SHEET_END];
  yield* writeCompoundFile("Workbook", [...makeGlobals(sharedTexts), ...sheet]);
}

/** Styles: fifteen that Excel expects first, a plain one, then ours. */
const PLAIN = 15;
const STYLE = { header: 16, text: 17, amount: 18, count: 19, date: 20, moment: 21 } as const;
const WIDTH = { text: 24, amount: 16, count: 10, date: 20 } as const;

const SHARED_TEXT = 0xfd;
const NUMBER = 0x203;

interface RowManner {
  readonly numberText: (text: string) => number;
  readonly header: boolean;
}

function makeRow(
  row: number,
  values: readonly (PlainValue | null)[],
  { numberText, header }: RowManner,
): Buffer {
  const records = values.map((value, column) => {
    if (value === null) return EMPTY;
    const { kind, text } = value;
    if (kind === "text") {
      const number = numberText(text.slice(0, SHEET_TEXT_MAX));
      const style = header ? STYLE.header : STYLE.text;
      return makeRecord(SHARED_TEXT, [row, column, style], longs([number]));
    }
    const isMoment = kind === "date" && text.length > 10;
    const float = Buffer.alloc(8);
    float.writeDoubleLE(kind === "date" ? daysOf(text) : Number(text));
    return makeRecord(NUMBER, [row, column, isMoment ? STYLE.moment : STYLE[kind]], float);
  });
  return Buffer.concat(records);
}

const EMPTY = Buffer.alloc(0);
const END = makeRecord(0x0a);
const start = (kind: number): Buffer => makeRecord(0x809, [0x0600, kind, 0x0dbb, 0x07cc], longs([0, 6]));

/** Makes everything before the sheet, whose place is only known when the rest is. */
function makeGlobals(sharedTexts: readonly Buffer[]): Buffer[] {
  const before = [
    start(0x0005),
    makeRecord(0x42, [1_200]),
    makeRecord(0x3d, [480, 90, 16_335, 10_830, 0x38, 0, 0, 1, 600]),
    makeRecord(0x22, [0]),
    // There is no font 4: the fifth record is number 5.
    ...[400, 400, 400, 400, 700].map(makeFont),
    makeRecord(0x41e, [164], makeText("yyyy\\-mm\\-dd", 2)),
    makeRecord(0x41e, [165], makeText("yyyy\\-mm\\-dd\\ hh:mm:ss", 2)),
    ...Array.from({ length: PLAIN }, () => makeStyle({ font: 0, format: 0, base: true })),
    makeStyle({ font: 0, format: 0 }),
    makeStyle({ font: 5, format: 49 }),
    ...[49, 2, 1, 164, 165].map((format) => makeStyle({ font: 0, format })),
    makeRecord(0x293, [0x8000, 0xff00]),
  ];
  const after = [...sharedTexts, END];
  const sum = [...before, ...after].reduce((length, record) => length + record.length, 0);
  const name = makeText("Sheet1", 1);
  const place = sum + 4 + 6 + name.length;
  return [...before, makeRecord(0x85, longs([place]), [0], name), ...after];
}

const makeFont = (weight: number): Buffer =>
  makeRecord(0x31, [220, weight === 700 ? 1 : 0, 0x7fff, weight, 0, 0, 0], makeText("Calibri", 1));

function makeStyle({ font, format, base = false }: { font: number; format: number; base?: boolean }): Buffer {
  const attributes = base ? [0xfff5, 0x0020, 0xf400] : [0x0001, 0x0020, 0x0c00];
  return makeRecord(0xe0, [font, format, ...attributes, 0, 0, 0, 0, 0x20c0]);
}

function makeSheetStart(columns: readonly ColumnToWrite[], rowCount: number): Buffer[] {
  const widths = columns.map(({ kind = "text" }, at) =>
    makeRecord(0x7d, [at, at, WIDTH[kind] * 256, STYLE[kind], 0, 0]),
  );
  return [start(0x0010), ...widths, makeRecord(0x200, longs([0, rowCount]), words([0, columns.length, 0]))];
}

/** The header row stays visible. */
const SHEET_END = Buffer.concat([
  makeRecord(0x23e, [0x07be, 0, 0], longs([0x40]), [0, 0, 0, 0]),
  makeRecord(0x41, [0, 1, 1, 0, 2]),
  END,
]);
