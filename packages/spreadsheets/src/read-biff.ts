/** Records of a BIFF8 stream ([MS-XLS]) and the texts in them. */
import { damaged } from "./errors.ts";

export interface BiffRecord {
  readonly id: number;
  readonly at: number;
  readonly data: Buffer;
}

/** The numbers of the records that matter. */
export const RECORD = {
  FORMULA: 0x06,
  EOF: 0x0a,
  DATE_MODE: 0x22,
  FILE_PASS: 0x2f,
  FONT: 0x31,
  CONTINUE: 0x3c,
  COLUMN_INFO: 0x7d,
  BOUND_SHEET: 0x85,
  MUL_RK: 0xbd,
  OBJ_PROJ: 0xd3,
  RICH_TEXT: 0xd6,
  XF: 0xe0,
  MERGED_CELLS: 0xe5,
  SHARED_TEXTS: 0xfc,
  SHARED_TEXT: 0xfd,
  NUMBER: 0x203,
  TEXT: 0x204,
  BOOL_ERROR: 0x205,
  ROW: 0x208,
  RK: 0x27e,
  FORMAT: 0x41e,
  BOF: 0x809,
} as const;

/** Yields the records of a stream from `at`, one after another. Throws TableError `damaged`. */
export function* readRecords(stream: Buffer, at: number): Generator<BiffRecord> {
  for (let position = at; position + 4 <= stream.length;) {
    const id = stream.readUInt16LE(position);
    const end = position + 4 + stream.readUInt16LE(position + 2);
    // Streams are padded with zeros to the next sector.
    if (id === 0 && end === position + 4) return;
    if (end > stream.length) throw damaged("a record ends too early");
    yield { id, at: position, data: stream.subarray(position + 4, end) };
    position = end;
  }
}

/** Decodes a number of 30 bits: whole or the upper half of a float, as it is or in hundredths. */
export function decodeRk(rk: number): number {
  let value = rk >> 2;
  if ((rk & 2) === 0) {
    const float = Buffer.alloc(8);
    float.writeInt32LE(rk & ~3, 4);
    value = float.readDoubleLE(0);
  }
  return (rk & 1) === 0 ? value : value / 100;
}

/** Reads a text with its length before it, in one byte or two, without the formatting runs behind it. */
export function readShortText(data: Buffer, at: number, lengthBytes: 1 | 2): string {
  const length = lengthBytes === 1 ? data.readUInt8(at) : data.readUInt16LE(at);
  const flags = data.readUInt8(at + lengthBytes);
  const extras = ((flags & 8) === 0 ? 0 : 2) + ((flags & 4) === 0 ? 0 : 4);
  const start = at + lengthBytes + 1 + extras;
  const end = start + ((flags & 1) === 0 ? length : length * 2);
  if (end > data.length) throw damaged("a text ends too early");
  return data.toString((flags & 1) === 0 ? "latin1" : "utf16le", start, end);
}

/**
 * Reads the texts that cells share: one list over a record and those that continue it. A text that continues
 * in the next record begins there with a byte for the width of its further characters.
 */
export function readSharedTexts(blocks: readonly Buffer[]): SharedText[] {
  const reader = new BlockReader(blocks);
  reader.skip(4);
  const count = reader.number(4);
  const texts: SharedText[] = [];
  while (texts.length < count && !reader.atEnd()) texts.push(readSharedText(reader));
  return texts;
}

export interface SharedText {
  readonly text: string;
  /** Where in it another font begins, and the number of that font. */
  readonly runs: readonly { readonly start: number; readonly font: number }[];
}

function readSharedText(reader: BlockReader): SharedText {
  const length = reader.number(2);
  const flags = reader.number(1);
  const count = (flags & 8) === 0 ? 0 : reader.number(2);
  const extra = (flags & 4) === 0 ? 0 : reader.number(4);
  const text = reader.characters(length, (flags & 1) !== 0);
  const runs = Array.from({ length: count }, () => {
    const start = reader.number(2);
    return { start, font: reader.number(2) };
  });
  reader.skip(extra);
  return { text, runs };
}

/** Returns true if some of a text is struck through: up to its first run, it has the font of its cell. */
export function isTextStruck(
  { text, runs }: SharedText,
  isStruck: boolean,
  fonts: ReadonlySet<number>,
): boolean {
  const stretches = [
    { start: 0, struck: isStruck },
    ...runs.map(({ start, font }) => ({ start, struck: fonts.has(font) })),
  ];
  return stretches.some(
    ({ start, struck }, at) => struck && text.slice(start, stretches[at + 1]?.start).trim() !== "",
  );
}

/** Reads across the borders of records. */
class BlockReader {
  private readonly blocks: readonly Buffer[];
  private block = 0;
  private position = 0;

  constructor(blocks: readonly Buffer[]) {
    this.blocks = blocks;
  }

  /** Returns the rest of the current record, or of the next one that is not empty. */
  private rest(): Buffer {
    for (;;) {
      const block = this.blocks[this.block];
      if (block === undefined) throw damaged("a text ends too early");
      if (this.position < block.length) return block.subarray(this.position);
      this.block += 1;
      this.position = 0;
    }
  }

  atEnd(): boolean {
    const present = this.blocks[this.block];
    if (present !== undefined && this.position < present.length) return false;
    return this.blocks.slice(this.block + 1).every((block) => block.length === 0);
  }

  number(bytes: 1 | 2 | 4): number {
    const rest = this.rest();
    if (rest.length < bytes) throw damaged("a text ends too early");
    this.position += bytes;
    return rest.readUIntLE(0, bytes);
  }

  skip(bytes: number): void {
    for (let left = bytes; left > 0;) {
      const taken = Math.min(left, this.rest().length);
      this.position += taken;
      left -= taken;
    }
  }

  characters(length: number, wideAtFirst: boolean): string {
    let text = "";
    let wide = wideAtFirst;
    for (let left = length; left > 0;) {
      const before = this.block;
      let rest = this.rest();
      if (this.block !== before) {
        wide = (rest.readUInt8(0) & 1) !== 0;
        this.position += 1;
        rest = this.rest();
      }
      const taken = Math.min(left, Math.floor(rest.length / (wide ? 2 : 1)));
      if (taken === 0) throw damaged("a text ends too early");
      const bytes = taken * (wide ? 2 : 1);
      text += rest.toString(wide ? "utf16le" : "latin1", 0, bytes);
      this.position += bytes;
      left -= taken;
    }
    return text;
  }
}
