import { damaged, TableError } from "./errors.ts";
import { makeRefuser, type Gatherer } from "./gather-rows.ts";
import { findFormat, GENERAL, makeNumberCell, type NumberFormat } from "./number-format.ts";
import { openCompoundFile } from "./open-compound-file.ts";
import {
  decodeRk,
  readRecords,
  readSharedTexts,
  readShortText,
  RECORD,
  type BiffRecord,
} from "./read-biff.ts";
import { CELLS_MAX, COLUMNS_MAX, SHEETS_MAX, type Cell, type SheetRow } from "./table.ts";

/**
 * Reads the first visible sheet of an .xls file (Excel 97 to 2003) into the gatherer; the other visible ones must be
 * blank. Throws TableError.
 */
export function parseXls(bytes: Buffer, gatherer: Gatherer): void {
  try {
    const stream = openStream(bytes);
    const globals = readGlobals(stream);
    const [sheet, ...others] = globals.sheets;
    if (sheet === undefined) throw new TableError("nothing_inside");
    for (const row of readRows(sheet, globals)) gatherer.take(row);
    for (const other of others) {
      const refuser = makeRefuser(other.name);
      for (const row of readRows(other, globals)) refuser.take(row);
    }
  } catch (error) {
    // A record that is shorter than its kind: the buffer says so.
    if (BEYOND.has((error as NodeJS.ErrnoException).code ?? "")) throw damaged("a record ends too early");
    throw error;
  }
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
  /** The visible ones, in their order. */
  readonly sheets: readonly Sheet[];
  readonly since1904: boolean;
  readonly formats: readonly NumberFormat[];
  readonly texts: readonly string[];
}

interface Sheet {
  readonly name: string;
  readonly at: number;
  /** The stream up to the next sheet: no byte is read for two. */
  readonly stream: Buffer;
}

const BIFF8 = 0x0600;

/** What stands before the sheets: formats, shared texts, where the sheets are. */
function readGlobals(stream: Buffer): Globals {
  const codes = new Map<number, string>();
  const formatIds: number[] = [];
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
    if (id === RECORD.XF) formatIds.push(data.readUInt16LE(2));
    if (id === RECORD.BOUND_SHEET) places.push(...readSheetPlace(data));
    if (places.length > SHEETS_MAX) throw damaged("it has too many sheets");
    if (id === RECORD.SHARED_TEXTS) textBlocks = [data];
    if (id === RECORD.CONTINUE && last === RECORD.SHARED_TEXTS) textBlocks.push(data);
    if (id !== RECORD.CONTINUE) last = id;
  }
  const formats = formatIds.map((id) => findFormat(id, codes));
  return {
    sheets: findShown(stream, places),
    since1904,
    formats,
    texts: textBlocks.length === 0 ? [] : readSharedTexts(textBlocks),
  };
}

interface SheetPlace {
  readonly name: string;
  readonly at: number;
  readonly visible: boolean;
}

function findShown(stream: Buffer, places: readonly SheetPlace[]): Sheet[] {
  const starts = new Set(places.map(({ at }) => at));
  if (starts.size < places.length) throw damaged("two sheets are one");
  return places
    .filter(({ visible }) => visible)
    .map(({ name, at }) => {
      const end = Math.min(stream.length, ...[...starts].filter((start) => start > at));
      return { name, at, stream: stream.subarray(0, end) };
    });
}

/** Of sheets only; charts are none. A sheet of macros refuses the file. */
function readSheetPlace(data: Buffer): SheetPlace[] {
  const kind = data.readUInt8(5);
  if (kind === 1 || kind === 6) throw new TableError("has_macros", { found: "macros" });
  if (kind !== 0) return [];
  const visible = (data.readUInt8(4) & 3) === 0;
  return [{ name: readShortText(data, 6, 1), at: data.readUInt32LE(0), visible }];
}

const HIDDEN = 0x20;

/** The rows of the sheet in their order: records of one row need not stand together. */
function readRows(sheet: Sheet, globals: Globals): SheetRow[] {
  const rows = new Map<number, (Cell | undefined)[]>();
  const hidden = new Set<number>();
  let count = 0;
  const put = (row: number, index: number, cell: Cell): void => {
    if (index >= COLUMNS_MAX)
      throw new TableError("too_many_cells", { row: row + 1, limit: `${COLUMNS_MAX} columns` });
    count += 1;
    if (count > CELLS_MAX)
      throw new TableError("too_many_cells", { row: row + 1, limit: `${CELLS_MAX} cells` });
    const cells = rows.get(row) ?? [];
    cells[index] = cell;
    rows.set(row, cells);
  };
  let depth = 0;
  for (const record of readRecords(sheet.stream, sheet.at)) {
    if (record.at === sheet.at && record.id !== RECORD.BOF) throw damaged("a sheet is missing");
    // Charts within a sheet are streams of their own.
    if (record.id === RECORD.BOF) depth += 1;
    else if (record.id === RECORD.EOF) depth -= 1;
    else if (depth === 1) {
      if (record.id === RECORD.ROW && (record.data.readUInt16LE(12) & HIDDEN) !== 0)
        hidden.add(record.data.readUInt16LE(0));
      else readCells(record, globals, put);
    }
    if (depth === 0) break;
  }
  if (depth !== 0) throw damaged("a sheet ends too early");
  return [...rows]
    .toSorted(([a], [b]) => a - b)
    .map(([row, cells]) => ({ rowNumber: row + 1, cells, hidden: hidden.has(row) }));
}

/** The cells of one record. */
function readCells(
  { id, data }: BiffRecord,
  { formats, texts, since1904 }: Globals,
  put: (row: number, index: number, cell: Cell) => void,
): void {
  const here = (cell: Cell): void => put(data.readUInt16LE(0), data.readUInt16LE(2), cell);
  const numberCell = (value: number, styleAt: number): Cell => {
    if (!Number.isFinite(value)) throw damaged("a number is none", { row: data.readUInt16LE(0) + 1 });
    return makeNumberCell(value, formats[data.readUInt16LE(styleAt)] ?? GENERAL, since1904);
  };
  switch (id) {
    case RECORD.SHARED_TEXT: {
      const text = texts[data.readUInt32LE(6)];
      if (text === undefined) throw damaged("a text is missing", { row: data.readUInt16LE(0) + 1 });
      here({ kind: "text", text });
      return;
    }
    case RECORD.TEXT:
    case RECORD.RICH_TEXT:
      here({ kind: "text", text: readShortText(data, 6, 2) });
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
      // Arrays and shared formulas have this record too, one for each cell.
      here({ kind: "formula" });
  }
}

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
  if (data.readUInt8(7) === 1) return { kind: "error", text: ERRORS.get(value) ?? "#ERROR!" };
  return { kind: "text", text: value === 0 ? "FALSE" : "TRUE" };
}
