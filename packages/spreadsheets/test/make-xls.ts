/** Makes .xls files (BIFF8 in a compound file) for tests, valid and almost valid ones. */

/** A text, a number (with the style of that number), a boolean, an error, or a formula. */
export type XlsCell =
  | string
  | number
  | boolean
  | null
  | { readonly number: number; readonly style: number }
  | { readonly error: number }
  | { readonly formula: number };

export interface XlsManner {
  /** Texts are in the cells, as old writers store them, instead of in one shared list. */
  readonly ownTexts?: boolean;
  /** Adjacent whole numbers are in one record. */
  readonly joined?: boolean;
  /** The codes of number formats; style n has the n-th, and style 0 is General. */
  readonly formats?: readonly string[];
  /** The record of the shared texts, instead of the one made from the cells. */
  readonly texts?: Buffer;
  readonly hiddenRows?: readonly number[];
  /** Additional records among the globals. */
  readonly globals?: readonly Buffer[];
  /** Additional records at the end of the sheet. */
  readonly inSheet?: readonly Buffer[];
  readonly version?: number;
  /** The maximum size of a record in bytes; longer lists of texts are continued. 8,224 if absent. */
  readonly recordMax?: number;
  /** The byte at offset 4 of the sheet's entry (1 is hidden), and the kind of the sheet (1 is a sheet of macros). */
  readonly sheetState?: number;
  readonly sheetKind?: number;
  /** Sheets after the first; `state` as above, and `at` for one with a wrong position. */
  readonly more?: readonly { readonly rows: readonly (readonly XlsCell[])[]; state?: number; at?: number }[];
  readonly container?: ContainerManner;
}

/** Writes a file with one sheet or more. */
export function makeXls(rows: readonly (readonly XlsCell[])[], manner: XlsManner = {}): Buffer {
  return makeCompoundFile([{ name: "Workbook", content: makeStream(rows, manner) }], manner.container);
}

/** Writes one record. */
export function record(id: number, ...parts: readonly (Buffer | number[])[]): Buffer {
  const data = Buffer.concat(parts.map((part) => (Buffer.isBuffer(part) ? part : words(part))));
  return Buffer.concat([words([id, data.length]), data]);
}

/** Writes numbers of 16 bits. */
export function words(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, at) => bytes.writeUInt16LE(value, at * 2));
  return bytes;
}

export const double = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
};

const BOF = 0x809;
const EOF = record(0x0a);

function makeStream(rows: readonly (readonly XlsCell[])[], manner: XlsManner): Buffer {
  const { version = 0x0600, formats = [], globals = [], more = [] } = manner;
  const allRows = [rows, ...more.map((sheet) => sheet.rows)];
  const texts = [...new Set(allRows.flat(2).filter((cell) => typeof cell === "string"))];
  const before = Buffer.concat([
    record(BOF, [version, 0x0005, 0, 0, 0, 0, 0, 0]),
    ...formats.map((code, at) => record(0x41e, [164 + at], longText(code))),
    ...[0, ...formats.map((_, at) => 164 + at)].map((id) => record(0xe0, [0, id], Buffer.alloc(16))),
    ...globals,
  ]);
  const after = Buffer.concat([
    ...(manner.ownTexts === true ? [] : [manner.texts ?? sharedTexts(texts, manner.recordMax ?? 8_224)]),
    EOF,
  ]);
  const sheets = allRows.map((ofSheet, index) =>
    Buffer.concat([
      record(BOF, [version, 0x0010, 0, 0, 0, 0, 0, 0]),
      ...(manner.hiddenRows ?? []).map((row) => record(0x208, [row - 1, 0, 9, 255, 0, 0, 0x20, 0])),
      ...ofSheet.flatMap((cells, row) => rowRecords(cells, row, { texts, manner })),
      ...(index === 0 ? (manner.inSheet ?? []) : []),
      EOF,
    ]),
  );
  let at = before.length + sheets.length * PLACE_BYTES + after.length;
  const places = sheets.map((sheet, index) => {
    const { state, at: said } = more[index - 1] ?? { state: manner.sheetState };
    const place = placeOf({ index, at: said ?? at, state, kind: index === 0 ? manner.sheetKind : 0 });
    at += sheet.length;
    return place;
  });
  return Buffer.concat([before, ...places, after, ...sheets]);
}

const PLACE_BYTES = 18;

interface SheetPlace {
  readonly index: number;
  readonly at: number;
  readonly state: number | undefined;
  readonly kind: number | undefined;
}

/** Describes a sheet, in the record at the beginning of the file. */
function placeOf({ index, at, state = 0, kind = 0 }: SheetPlace): Buffer {
  const place = Buffer.alloc(6);
  place.writeUInt32LE(at);
  place.writeUInt8(state, 4);
  place.writeUInt8(kind, 5);
  return record(0x85, place, Buffer.from([6, 0, ...Buffer.from(`Sheet${index + 1}`)]));
}

function rowRecords(
  cells: readonly XlsCell[],
  row: number,
  { texts, manner }: { texts: readonly string[]; manner: XlsManner },
): Buffer[] {
  if (manner.joined === true && cells.every((cell) => typeof cell === "number")) {
    return [record(0xbd, [row, 0], ...cells.map((cell) => [0, ...rk(cell)]), [cells.length - 1])];
  }
  return cells.flatMap((cell, column) => {
    const at = [row, column, 0];
    if (cell === null) return [];
    if (typeof cell === "boolean") return [record(0x205, at, Buffer.from([cell ? 1 : 0, 0]))];
    if (typeof cell === "number")
      return [
        Number.isSafeInteger(cell * 100) && Math.abs(cell) < 1e6
          ? record(0x27e, at, rk(cell))
          : float(at, cell),
      ];
    if (typeof cell === "string") {
      return [
        manner.ownTexts === true
          ? record(0x204, at, longText(cell))
          : record(0xfd, at, words([texts.indexOf(cell), 0])),
      ];
    }
    if ("number" in cell) return [float([row, column, cell.style], cell.number)];
    if ("error" in cell) return [record(0x205, at, Buffer.from([cell.error, 1]))];
    return [record(0x06, at, double(cell.formula), [0, 0, 0, 0])];
  });
}

const float = (at: number[], value: number): Buffer => record(0x203, at, double(value));

/** Encodes a whole number or one in hundredths, in 30 bits. */
function rk(value: number): number[] {
  const whole = Number.isInteger(value);
  const number = ((Math.round(whole ? value : value * 100) << 2) | (whole ? 2 : 3)) >>> 0;
  return [number & 0xffff, number >>> 16];
}

const isNarrow = (text: string): boolean => [...text].every((character) => character.charCodeAt(0) < 256);

function longText(text: string): Buffer {
  const narrow = isNarrow(text);
  return Buffer.concat([
    words([text.length]),
    Buffer.from([narrow ? 0 : 1]),
    Buffer.from(text, narrow ? "latin1" : "utf16le"),
  ]);
}

/**
 * Writes the shared texts, which are cut into records wherever one is full; the rest of a text begins with its width.
 */
function sharedTexts(texts: readonly string[], recordMax: number): Buffer {
  const blocks: Buffer[][] = [[words([texts.length, 0, texts.length, 0])]];
  let room = recordMax - 8;
  const begin = (...parts: Buffer[]): void => {
    blocks.push(parts);
    room = recordMax - Buffer.concat(parts).length;
  };
  for (const text of texts) {
    const wide = isNarrow(text) ? 0 : 1;
    const head = Buffer.concat([words([text.length]), Buffer.from([wide])]);
    if (room < head.length + 2) begin(head);
    else {
      blocks.at(-1)!.push(head);
      room -= head.length;
    }
    for (let left = Buffer.from(text, wide === 1 ? "utf16le" : "latin1"); left.length > 0;) {
      if (room < 2) begin(Buffer.from([wide]));
      const piece = left.subarray(0, wide === 1 ? room - (room % 2) : room);
      blocks.at(-1)!.push(piece);
      room -= piece.length;
      left = left.subarray(piece.length);
    }
  }
  return Buffer.concat(blocks.map((parts, at) => record(at === 0 ? 0xfc : 0x3c, ...parts)));
}

interface ContainerManner {
  /** Small streams are stored in a stream of their own. */
  readonly mini?: boolean;
  /** Changes the table of sectors. */
  readonly alterTable?: (table: number[]) => void;
  /** Changes the finished file. */
  readonly alter?: (bytes: Buffer) => void;
}

const SECTOR = 512;
const END = 0xfffffffe;
const FREE = 0xffffffff;

/** Writes a compound file; storages have no content. */
export function makeCompoundFile(
  streams: readonly { readonly name: string; readonly content: Buffer | null }[],
  manner: ContainerManner = {},
): Buffer {
  const table: number[] = [];
  const sectors: Buffer[] = [];
  const add = (content: Buffer): number => {
    const start = sectors.length;
    for (let at = 0; at < content.length; at += SECTOR) {
      const sector = Buffer.alloc(SECTOR);
      content.copy(sector, 0, at, at + SECTOR);
      sectors.push(sector);
      table.push(at + SECTOR < content.length ? sectors.length : END);
    }
    return start;
  };
  const entries: Buffer[] = [];
  let [miniStart, miniTable] = [END, END];
  const root = { start: END, size: 0 };
  for (const { name, content } of streams) {
    if (content === null) entries.push(entry(name, 1, { start: 0, size: 0 }));
    else if (manner.mini === true) {
      const length = Math.ceil(content.length / 64);
      Object.assign(root, { start: add(content), size: length * 64 });
      miniTable = add(longs(Array.from({ length }, (_, at) => (at + 1 < length ? at + 1 : END))));
      miniStart = 0;
      entries.push(entry(name, 2, { start: miniStart, size: content.length }));
    } else {
      const padded =
        content.length < 4_096 ? Buffer.concat([content, Buffer.alloc(4_096 - content.length)]) : content;
      entries.push(entry(name, 2, { start: add(padded), size: padded.length }));
    }
  }
  const directory = add(Buffer.concat([entry("Root Entry", 5, root), ...entries]));
  manner.alterTable?.(table);
  const tableSectors = Math.ceil(table.length / 127);
  const tableStart = sectors.length;
  for (let at = 0; at < tableSectors; at += 1) table.push(0xfffffffd);
  while (table.length % 128 !== 0) table.push(FREE);
  const header = Buffer.alloc(SECTOR);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(header);
  words([0x3e, 3, 0xfffe, 9, 6]).copy(header, 24);
  longs([tableSectors, directory, 0, 4_096, miniTable, miniTable === END ? 0 : 1, END, 0]).copy(header, 44);
  longs(Array.from({ length: 109 }, (_, at) => (at < tableSectors ? tableStart + at : FREE))).copy(
    header,
    76,
  );
  const bytes = Buffer.concat([header, ...sectors, longs(table)]);
  manner.alter?.(bytes);
  return bytes;
}

function longs(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => bytes.writeUInt32LE(value >>> 0, at * 4));
  return bytes;
}

function entry(name: string, type: number, { start, size }: { start: number; size: number }): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.write(name, 0, "utf16le");
  bytes.writeUInt16LE((name.length + 1) * 2, 64);
  bytes.writeUInt8(type, 66);
  longs([FREE, FREE, FREE]).copy(bytes, 68);
  longs([start, size]).copy(bytes, 116);
  return bytes;
}
