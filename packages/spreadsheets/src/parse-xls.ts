import { damaged, TableError } from "./errors.ts";
import { makeRefuser, type Gatherer, type RowTaker } from "./gather-rows.ts";
import { strike } from "./make-cell.ts";
import { makeRange, type MergedRange } from "./merged-cells.ts";
import { findFormats, GENERAL, makeNumberCell, makeTextCell, type NumberFormat } from "./number-format.ts";
import { openCompoundFile } from "./open-compound-file.ts";
import {
  decodeRk,
  isTextStruck,
  readRecords,
  readSharedTexts,
  readShortText,
  RECORD,
  type BiffRecord,
  type SharedText,
} from "./read-biff.ts";
import { COLUMNS_MAX, SHEETS_MAX, type Cell, type SheetRow } from "./table.ts";

/**
 * Reads the first visible sheet of an .xls file (Excel 97 to 2003) into the gatherer; the other visible
 * sheets must be blank. Throws TableError.
 */
export function parseXls(bytes: Buffer, gatherer: Gatherer): void {
  try {
    const stream = openStream(bytes);
    const globals = readGlobals(stream);
    const [sheet, ...others] = globals.sheets;
    if (sheet === undefined) throw new TableError("nothing_inside");
    giveRows(readSheet(sheet, globals), gatherer);
    for (const other of others) giveRows(readSheet(other, globals), makeRefuser(other.name));
  } catch (error) {
    // Node's buffer throws such an error if a record is too short for its kind.
    if (BEYOND.has((error as NodeJS.ErrnoException).code ?? "")) throw damaged("a record ends too early");
    throw error;
  }
}

function giveRows({ rows, hidden, merged }: SheetRead, taker: RowTaker): void {
  for (const [first, last] of hidden) taker.hideColumns(first, last);
  for (const row of rows) taker.take(row);
  for (const range of merged) taker.merge(range);
}

const BEYOND: ReadonlySet<string> = new Set(["ERR_OUT_OF_RANGE", "ERR_BUFFER_OUT_OF_BOUNDS"]);

function openStream(bytes: Buffer): Buffer {
  const { names, readStream } = openCompoundFile(bytes);
  if (names.has("EncryptedPackage")) throw new TableError("encrypted");
  if (names.has("WordDocument")) throw new TableError("not_a_spreadsheet", { found: "a Word document" });
  if (names.has("PowerPoint Document")) {
    throw new TableError("not_a_spreadsheet", { found: "a presentation" });
  }
  if (names.has("_VBA_PROJECT_CUR") || names.has("_VBA_PROJECT")) {
    throw new TableError("has_macros", { found: "macros" });
  }
  if ([...names].some((name) => /^MBD[0-9A-F]{8}$/.test(name))) {
    throw new TableError("has_macros", { found: "embedded objects" });
  }
  const stream = readStream("Workbook");
  if (stream !== null) return stream;
  if (names.has("Book")) throw new TableError("old_format");
  throw new TableError("not_a_spreadsheet", { found: "another kind of document" });
}

interface Globals {
  /** The visible sheets in their order. */
  readonly sheets: readonly Sheet[];
  readonly since1904: boolean;
  readonly formats: readonly NumberFormat[];
  /** The numbers of the cell styles and of the fonts that are struck through. */
  readonly struck: ReadonlySet<number>;
  readonly struckFonts: ReadonlySet<number>;
  readonly texts: readonly SharedText[];
}

interface Sheet {
  readonly name: string;
  readonly at: number;
  /** The stream up to the next sheet, so that no byte is read for two sheets. */
  readonly stream: Buffer;
}

const BIFF8 = 0x0600;
/** Among the properties of a font. */
const STRUCK = 8;

/** Reads what comes before the sheets: formats, shared texts, and where the sheets are. */
function readGlobals(stream: Buffer): Globals {
  const codes = new Map<number, string>();
  const styles: { formatId: number; font: number }[] = [];
  const struckByFont: boolean[] = [];
  const places: SheetPlace[] = [];
  let textBlocks: Buffer[] = [];
  let [since1904, last, begun] = [false, 0, false];
  for (const { id, data } of readRecords(stream, 0)) {
    if (!begun && id !== RECORD.BOF) throw damaged("its beginning is missing");
    if (id === RECORD.BOF && data.readUInt16LE(0) !== BIFF8) throw new TableError("old_format");
    begun = true;
    if (id === RECORD.EOF) break;
    if (id === RECORD.FILE_PASS) throw new TableError("encrypted");
    if (id === RECORD.OBJ_PROJ) throw new TableError("has_macros", { found: "macros" });
    if (id === RECORD.DATE_MODE) since1904 = data.readUInt16LE(0) === 1;
    if (id === RECORD.FORMAT) codes.set(data.readUInt16LE(0), readShortText(data, 2, 2));
    if (id === RECORD.FONT) struckByFont.push((data.readUInt16LE(2) & STRUCK) !== 0);
    if (id === RECORD.XF) styles.push({ font: data.readUInt16LE(0), formatId: data.readUInt16LE(2) });
    if (id === RECORD.BOUND_SHEET) places.push(...readSheetPlace(data));
    if (places.length > SHEETS_MAX)
      throw new TableError("unpacks_too_large", { reason: `it has more than ${SHEETS_MAX} sheets` });
    if (id === RECORD.SHARED_TEXTS) textBlocks = [data];
    if (id === RECORD.CONTINUE && last === RECORD.SHARED_TEXTS) textBlocks.push(data);
    if (id !== RECORD.CONTINUE) last = id;
  }
  // No font has the number 4.
  const struckFonts = new Set(struckByFont.flatMap((one, at) => (one ? [at < 4 ? at : at + 1] : [])));
  return {
    sheets: findShown(stream, places),
    since1904,
    formats: findFormats(
      styles.map(({ formatId }) => formatId),
      codes,
    ),
    struck: new Set(styles.flatMap(({ font }, style) => (struckFonts.has(font) ? [style] : []))),
    struckFonts,
    texts: textBlocks.length === 0 ? [] : readSharedTexts(textBlocks),
  };
}

interface SheetPlace {
  readonly name: string;
  readonly at: number;
  readonly visible: boolean;
}

function findShown(stream: Buffer, places: readonly SheetPlace[]): Sheet[] {
  const starts = [...new Set(places.map(({ at }) => at))].toSorted((a, b) => a - b);
  if (starts.length < places.length) throw damaged("two sheets are one");
  return places
    .filter(({ visible }) => visible)
    .map(({ name, at }) => {
      const end = starts.find((start) => start > at) ?? stream.length;
      return { name, at, stream: stream.subarray(0, end) };
    });
}

/** Reads the place of a sheet; charts do not count. A sheet of macros refuses the file. */
function readSheetPlace(data: Buffer): SheetPlace[] {
  const kind = data.readUInt8(5);
  if (kind === 1 || kind === 6) throw new TableError("has_macros", { found: "macros" });
  if (kind !== 0) return [];
  const visible = (data.readUInt8(4) & 3) === 0;
  return [{ name: readShortText(data, 6, 1), at: data.readUInt32LE(0), visible }];
}

const HIDDEN = 0x20;
const HIDDEN_COLUMN = 1;

/** The contents of a sheet. */
interface SheetRead {
  /** The rows in their order; the records of one row need not be together. */
  readonly rows: readonly SheetRow[];
  /** Hidden columns, each range by its first and its last column. */
  readonly hidden: readonly (readonly [first: number, last: number])[];
  readonly merged: readonly MergedRange[];
}

function readSheet(sheet: Sheet, globals: Globals): SheetRead {
  const rows = new Map<number, (Cell | undefined)[]>();
  const hiddenRows = new Set<number>();
  const hidden: [number, number][] = [];
  const merged: MergedRange[] = [];
  const put = (row: number, index: number, cell: Cell): void => {
    const cells = rows.get(row) ?? [];
    rows.set(row, cells);
    if (index < COLUMNS_MAX) cells[index] = cell;
    else cells[COLUMNS_MAX - 1] = { kind: "fault", code: "outside_columns" };
  };
  for (const record of readSheetRecords(sheet)) {
    const { id, data } = record;
    if (id === RECORD.ROW) {
      if ((data.readUInt16LE(12) & HIDDEN) !== 0) hiddenRows.add(data.readUInt16LE(0));
    } else if (id === RECORD.COLUMN_INFO) {
      const isHidden = (data.readUInt16LE(8) & HIDDEN_COLUMN) !== 0 || data.readUInt16LE(4) === 0;
      if (isHidden) hidden.push([data.readUInt16LE(0), data.readUInt16LE(2)]);
    } else if (id === RECORD.MERGED_CELLS) merged.push(...readMerged(data));
    else readCells(record, globals, put);
  }
  const ordered = [...rows].toSorted(([a], [b]) => a - b);
  return {
    rows: ordered.map(([row, cells]) => ({ rowNumber: row + 1, cells, hidden: hiddenRows.has(row) })),
    hidden,
    merged,
  };
}

/** Yields the records of a sheet. Charts within it are separate streams. */
function* readSheetRecords(sheet: Sheet): Generator<BiffRecord> {
  let depth = 0;
  for (const record of readRecords(sheet.stream, sheet.at)) {
    if (record.at === sheet.at && record.id !== RECORD.BOF) throw damaged("a sheet is missing");
    if (record.id === RECORD.BOF) depth += 1;
    else if (record.id === RECORD.EOF) depth -= 1;
    else if (depth === 1) yield record;
    if (depth === 0) return;
  }
  throw damaged("a sheet ends too early");
}

function readMerged(data: Buffer): MergedRange[] {
  const count = data.readUInt16LE(0);
  return Array.from({ length: count }, (_, index) => {
    const read = (place: number): number => data.readUInt16LE(2 + index * 8 + place * 2);
    return makeRange([read(0) + 1, read(1) + 1], [read(2), read(3)]);
  }).filter((range) => range !== null);
}

/** Reads the cells of one record. */
function readCells(
  { id, data }: BiffRecord,
  { formats, struck, struckFonts, texts, since1904 }: Globals,
  put: (row: number, index: number, cell: Cell) => void,
): void {
  const here = (cell: Cell): void => put(data.readUInt16LE(0), data.readUInt16LE(2), cell);
  const formatAt = (styleAt: number): NumberFormat => formats[data.readUInt16LE(styleAt)] ?? GENERAL;
  const isStruckAt = (styleAt: number): boolean => struck.has(data.readUInt16LE(styleAt));
  const numberCell = (value: number, styleAt: number): Cell =>
    strike(makeNumberCell(value, formatAt(styleAt), since1904), isStruckAt(styleAt));
  switch (id) {
    case RECORD.SHARED_TEXT: {
      const shared = texts[data.readUInt32LE(6)];
      if (shared === undefined) here(MISSING);
      else
        here(
          strike(makeTextCell(shared.text, formatAt(4)), isTextStruck(shared, isStruckAt(4), struckFonts)),
        );
      return;
    }
    case RECORD.TEXT:
    case RECORD.RICH_TEXT:
      here(strike(makeTextCell(readShortText(data, 6, 2), formatAt(4)), isStruckAt(4)));
      return;
    case RECORD.NUMBER:
      here(numberCell(data.readDoubleLE(6), 4));
      return;
    case RECORD.RK:
      here(numberCell(decodeRk(data.readInt32LE(6)), 4));
      return;
    case RECORD.MUL_RK:
      for (let at = 4; at + 8 <= data.length; at += 6) {
        const index = data.readUInt16LE(2) + (at - 4) / 6;
        put(data.readUInt16LE(0), index, numberCell(decodeRk(data.readInt32LE(at + 2)), at));
      }
      return;
    case RECORD.BOOL_ERROR:
      here(readBoolError(data));
      return;
    case RECORD.FORMULA:
      // Array formulas and shared formulas have this record too, one for each cell.
      here({ kind: "fault", code: "formula" });
  }
}

const MISSING: Cell = { kind: "fault", code: "damaged", details: { reason: "a text is missing" } };

const ERRORS = new Map([
  [0x00, "#NULL!"],
  [0x07, "#DIV/0!"],
  [0x0f, "#VALUE!"],
  [0x17, "#REF!"],
  [0x1d, "#NAME?"],
  [0x24, "#NUM!"],
  [0x2a, "#N/A"],
]);

function readBoolError(data: Buffer): Cell {
  const value = data.readUInt8(6);
  if (data.readUInt8(7) === 1)
    return { kind: "fault", code: "error_value", details: { found: ERRORS.get(value) ?? "#ERROR!" } };
  return { kind: "text", text: value === 0 ? "FALSE" : "TRUE" };
}
