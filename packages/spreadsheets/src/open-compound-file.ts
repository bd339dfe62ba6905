/** Reads the files inside an OLE2 compound file, in which Excel 97 to 2003 keeps workbooks ([MS-CFB]). */
import { damaged } from "./errors.ts";

interface CompoundFile {
  /** The names of all streams and storages. */
  readonly names: ReadonlySet<string>;
  /** Returns the bytes of a stream, or null. Throws TableError `damaged`. */
  readStream(name: string): Buffer | null;
}

const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const MINI_BYTES = 64;
const MINI_BELOW = 4_096;
/** Sector numbers from here on are markers, not places. */
const MARKS_FROM = 0xfffffffa;
const END_OF_CHAIN = 0xfffffffe;
const STREAM = 2;
const ROOT = 5;
const ENTRIES_MAX = 4_096;

interface Entry {
  readonly name: string;
  readonly type: number;
  readonly start: number;
  readonly size: number;
}

/** Opens a compound file. No chain is followed further than the file is long. Throws `damaged`. */
export function openCompoundFile(bytes: Buffer): CompoundFile {
  if (bytes.length < HEADER_BYTES) throw damaged("it ends too early");
  const shift = bytes.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) throw damaged("its header is broken");
  const sectorBytes = 2 ** shift;
  const sectorsMax = Math.ceil(bytes.length / sectorBytes);
  const sectorAt = (sector: number): Buffer => {
    const start = (sector + 1) * sectorBytes;
    if (start >= bytes.length) throw damaged("it ends too early");
    return bytes.subarray(start, start + sectorBytes);
  };
  const next = readSectorTable(bytes, { sectorBytes, sectorsMax, sectorAt });
  const readChain = (start: number): Buffer =>
    Buffer.concat(followChain(next, start, sectorsMax).map(sectorAt));

  const entries = readEntries(readChain(bytes.readUInt32LE(48)));
  const root = entries.find(({ type }) => type === ROOT);
  const miniStart = bytes.readUInt32LE(60);
  return {
    names: new Set(entries.map(({ name }) => name)),
    readStream: (name) => {
      const entry = entries.find((one) => one.type === STREAM && one.name === name);
      if (entry === undefined) return null;
      if (entry.size > bytes.length) throw damaged("a part is larger than the file");
      if (entry.size >= MINI_BELOW || root === undefined)
        return readChain(entry.start).subarray(0, entry.size);
      const mini = readChain(root.start);
      const nextMini = toTable(readChain(miniStart));
      const chain = followChain(nextMini, entry.start, Math.ceil(MINI_BELOW / MINI_BYTES));
      const pieces = chain.map((sector) => mini.subarray(sector * MINI_BYTES, (sector + 1) * MINI_BYTES));
      return Buffer.concat(pieces).subarray(0, entry.size);
    },
  };
}

interface Sectors {
  readonly sectorBytes: number;
  readonly sectorsMax: number;
  readonly sectorAt: (sector: number) => Buffer;
}

/** Returns for each sector the next one. The header and a chain behind it list the table's own sectors. */
function readSectorTable(bytes: Buffer, { sectorBytes, sectorsMax, sectorAt }: Sectors): Uint32Array {
  const places = [...toTable(bytes.subarray(76, HEADER_BYTES))];
  const perSector = sectorBytes / 4 - 1;
  let more = bytes.readUInt32LE(68);
  for (let count = 0; more < MARKS_FROM; count += 1) {
    if (count > sectorsMax) throw damaged("its parts go round in a circle");
    const table = toTable(sectorAt(more));
    places.push(...table.subarray(0, perSector));
    more = table[perSector] ?? END_OF_CHAIN;
  }
  const used = places.filter((place) => place < MARKS_FROM);
  if (used.length > sectorsMax) throw damaged("its parts go round in a circle");
  return toTable(Buffer.concat(used.map(sectorAt)));
}

/** Copies the numbers, since a buffer of a file need not be aligned. */
function toTable(bytes: Buffer): Uint32Array {
  const table = new Uint32Array(Math.floor(bytes.length / 4));
  for (let index = 0; index < table.length; index += 1) table[index] = bytes.readUInt32LE(index * 4);
  return table;
}

function followChain(next: Uint32Array, start: number, lengthMax: number): number[] {
  const chain: number[] = [];
  for (let sector = start; sector < MARKS_FROM; sector = next[sector] ?? END_OF_CHAIN) {
    if (chain.push(sector) > lengthMax) throw damaged("its parts go round in a circle");
  }
  return chain;
}

function readEntries(directory: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= directory.length; at += ENTRY_BYTES) {
    const nameBytes = Math.max(0, Math.min(64, directory.readUInt16LE(at + 64)) - 2);
    const type = directory.readUInt8(at + 66);
    if (type === 0) continue;
    entries.push({
      name: directory.toString("utf16le", at, at + nameBytes),
      type,
      start: directory.readUInt32LE(at + 116),
      size: directory.readUInt32LE(at + 120),
    });
    if (entries.length > ENTRIES_MAX) throw damaged("it has too many parts");
  }
  return entries;
}
