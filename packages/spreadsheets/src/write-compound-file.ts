import assert from "node:assert/strict";

const SECTOR = 512;
const NUMBERS_PER_SECTOR = SECTOR / 4;
/** The table sectors that the header can list; more of them are listed in separate sectors. */
const IN_HEADER = 109;
const END = 0xfffffffe;
const FREE = 0xffffffff;
const OF_TABLE = 0xfffffffd;
const OF_PLACES = 0xfffffffc;
/** A smaller stream would have to be stored among the small ones. */
const STREAM_MIN = 4_096;

/** Writes an OLE2 compound file of one stream, which is padded with zeros. */
export function* writeCompoundFile(name: string, pieces: readonly Buffer[]): Generator<Buffer> {
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const full = Math.ceil(Math.max(size, STREAM_MIN) / SECTOR);
  const [dataSectors, directorySectors] = [full, 1];
  // The tables also list their own sectors, so their size depends on itself.
  let [tables, places] = [0, 0];
  for (let before = -1; before !== tables + places;) {
    before = tables + places;
    tables = Math.ceil((dataSectors + directorySectors + before) / NUMBERS_PER_SECTOR);
    places = Math.ceil(Math.max(0, tables - IN_HEADER) / (NUMBERS_PER_SECTOR - 1));
  }
  assert(tables < 0xffff, "a compound file is smaller than 4 GB");
  const tableAt = dataSectors + directorySectors;
  const placesAt = tableAt + tables;
  yield makeHeader({ tables, places, tableAt, placesAt, directoryAt: dataSectors });
  yield* pieces;
  yield Buffer.alloc(full * SECTOR - size);
  yield makeDirectory(name, full * SECTOR);
  yield makeTable([
    ...chain(0, dataSectors),
    ...chain(dataSectors, directorySectors),
    ...Array.from({ length: tables }, () => OF_TABLE),
    ...Array.from({ length: places }, () => OF_PLACES),
  ]);
  for (let at = 0; at < places; at += 1) yield makePlaces({ at, places, tables, tableAt, placesAt });
}

const chain = (start: number, length: number): number[] =>
  Array.from({ length }, (_, at) => (at + 1 < length ? start + at + 1 : END));

interface Layout {
  readonly tables: number;
  readonly places: number;
  readonly tableAt: number;
  readonly placesAt: number;
}

function makeHeader({
  tables,
  places,
  tableAt,
  placesAt,
  directoryAt,
}: Layout & { directoryAt: number }): Buffer {
  const header = Buffer.alloc(SECTOR);
  header.write("d0cf11e0a1b11ae1", "hex");
  [0x3e, 3, 0xfffe, 9, 6].forEach((value, at) => header.writeUInt16LE(value, 24 + at * 2));
  const firstPlaces = places === 0 ? END : placesAt;
  [tables, directoryAt, 0, STREAM_MIN, END, 0, firstPlaces, places].forEach((value, at) =>
    header.writeUInt32LE(value, 44 + at * 4),
  );
  for (let at = 0; at < IN_HEADER; at += 1)
    header.writeUInt32LE(at < tables ? tableAt + at : FREE, 76 + at * 4);
  return header;
}

/** Writes numbers, padded to whole sectors. */
function makeTable(numbers: readonly number[]): Buffer {
  const length = Math.ceil(numbers.length / NUMBERS_PER_SECTOR) * NUMBERS_PER_SECTOR;
  const bytes = Buffer.alloc(length * 4, 0xff);
  for (const [at, value] of numbers.entries()) bytes.writeUInt32LE(value, at * 4);
  return bytes;
}

/** Lists the tables for which the header has no room; the last number leads to the next such sector. */
function makePlaces({ at, places, tables, tableAt, placesAt }: Layout & { at: number }): Buffer {
  const first = IN_HEADER + at * (NUMBERS_PER_SECTOR - 1);
  const numbers = Array.from({ length: NUMBERS_PER_SECTOR - 1 }, (_, index) =>
    first + index < tables ? tableAt + first + index : FREE,
  );
  return makeTable([...numbers, at + 1 < places ? placesAt + at + 1 : END]);
}

function makeDirectory(name: string, size: number): Buffer {
  const entries = [
    makeEntry("Root Entry", { type: 5, child: 1, start: END, size: 0 }),
    makeEntry(name, { type: 2, child: FREE, start: 0, size }),
  ];
  const unused = Buffer.alloc(128);
  unused.fill(0xff, 68, 80);
  return Buffer.concat([...entries, unused, unused]);
}

function makeEntry(
  name: string,
  { type, child, start, size }: { type: number; child: number; start: number; size: number },
): Buffer {
  const entry = Buffer.alloc(128);
  entry.write(name, "utf16le");
  entry.writeUInt16LE((name.length + 1) * 2, 64);
  entry.writeUInt8(type, 66);
  // Black, as in every tree of one node.
  entry.writeUInt8(1, 67);
  [FREE, FREE, child].forEach((value, at) => entry.writeUInt32LE(value, 68 + at * 4));
  entry.writeUInt32LE(start, 116);
  entry.writeUInt32LE(size, 120);
  return entry;
}
