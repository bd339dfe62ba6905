/**
 * Reads the files inside a ZIP archive. They are judged by the directory before a byte is unpacked, and
 * unpacked as a stream that ends at the size that the directory gives.
 */
import { crc32, createInflateRaw } from "node:zlib";
import { damaged, TableError } from "./errors.ts";

export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly checksum: number;
  readonly packedSize: number;
  readonly size: number;
  readonly headerAt: number;
}

/**
 * The limit in bytes for all parts that are read. The packing ratio does not matter, since an honest file may
 * have 60,000 equal styles; and parts that are not read cost nothing.
 */
const UNPACKED_BYTES_MAX = 50 * 1024 * 1024;

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const END_64_LOCATOR = 0x07064b50;
const END_BYTES = 22;
const STORED = 0;
const DEFLATED = 8;
const CHUNK_BYTES = 65_536;

/** An archive that may be unpacked; names are in lower case, as packages compare them. */
export interface Zip {
  readonly entries: ReadonlyMap<string, ZipEntry>;
  /**
   * Yields the bytes of an entry in pieces. Throws TableError `unpacks_too_large` if all requested entries
   * together are too large, and `damaged` if they are not what the directory says.
   */
  unpack(entry: ZipEntry): AsyncGenerator<Buffer>;
}

/** Reads the directory. Throws TableError `damaged` or `encrypted`. */
export function openZip(bytes: Buffer): Zip {
  const { count, at, size } = readEnd(bytes);
  const list = readDirectory(bytes.subarray(at, at + size), count);
  checkPlaces(bytes, list, at);
  const entries = new Map(list.map((entry) => [entry.name.toLowerCase(), entry]));
  if (entries.size < list.length) throw damaged("two parts have the same name");
  let left = UNPACKED_BYTES_MAX;
  return {
    entries,
    unpack: (entry) => {
      left -= entry.size;
      if (left < 0) {
        throw new TableError("unpacks_too_large", {
          reason: `it unpacks to more than ${UNPACKED_BYTES_MAX / 1024 ** 2} MB`,
        });
      }
      return unpack(bytes, entry);
    },
  };
}

interface Directory {
  readonly count: number;
  readonly at: number;
  readonly size: number;
}

function readEnd(bytes: Buffer): Directory {
  const lowest = Math.max(0, bytes.length - END_BYTES - 0xffff);
  for (let at = bytes.length - END_BYTES; at >= lowest; at -= 1) {
    if (bytes.readUInt32LE(at) !== END) continue;
    if (at + END_BYTES + bytes.readUInt16LE(at + 20) !== bytes.length) continue;
    const end = {
      count: bytes.readUInt16LE(at + 10),
      size: bytes.readUInt32LE(at + 12),
      at: bytes.readUInt32LE(at + 16),
    };
    const large = end.count === 0xffff || end.size === 0xffffffff || end.at === 0xffffffff;
    const directory = large ? readEnd64(bytes, at) : end;
    if (directory.at + directory.size > at) throw damaged("its directory reaches beyond its end");
    return directory;
  }
  throw damaged("its end is missing");
}

/** Java programs write the large form of the directory even for small files. */
function readEnd64(bytes: Buffer, endAt: number): Directory {
  const locatorAt = endAt - 20;
  if (locatorAt < 0 || bytes.readUInt32LE(locatorAt) !== END_64_LOCATOR) {
    throw damaged("its directory is broken");
  }
  const at = readSize64(bytes, locatorAt + 8);
  if (at + 56 > bytes.length || bytes.readUInt32LE(at) !== END_64) throw damaged("its directory is broken");
  return {
    count: readSize64(bytes, at + 32),
    size: readSize64(bytes, at + 40),
    at: readSize64(bytes, at + 48),
  };
}

function readSize64(bytes: Buffer, at: number): number {
  if (at + 8 > bytes.length) throw damaged("its directory is broken");
  // Above 2^53 it is no longer exact, but far too large anyway.
  return Number(bytes.readBigUInt64LE(at));
}

function readDirectory(directory: Buffer, count: number): ZipEntry[] {
  const list: ZipEntry[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== CENTRAL)
      throw damaged("its directory is broken");
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28);
    const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
    const next = extraEnd + directory.readUInt16LE(at + 32);
    if (next > directory.length) throw damaged("its directory is broken");
    if ((directory.readUInt16LE(at + 8) & 0x2041) !== 0) throw new TableError("encrypted");
    list.push({
      name: directory.toString("utf8", at + 46, nameEnd).replaceAll("\\", "/"),
      method: directory.readUInt16LE(at + 10),
      checksum: directory.readUInt32LE(at + 16),
      ...readSizes(directory, at, directory.subarray(nameEnd, extraEnd)),
    });
    at = next;
  }
  return list;
}

/** Reads sizes and place; the extra field has those that do not fit into 32 bits, in this order. */
function readSizes(
  directory: Buffer,
  at: number,
  extra: Buffer,
): Pick<ZipEntry, "size" | "packedSize" | "headerAt"> {
  let large = findExtra64(extra);
  const read = (from: number): number => {
    const value = directory.readUInt32LE(at + from);
    if (value !== 0xffffffff) return value;
    const value64 = readSize64(large, 0);
    large = large.subarray(8);
    return value64;
  };
  const size = read(24);
  const packedSize = read(20);
  return { size, packedSize, headerAt: read(42) };
}

function findExtra64(extra: Buffer): Buffer {
  for (let at = 0; at + 4 <= extra.length;) {
    const length = extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === 1) return extra.subarray(at + 4, at + 4 + length);
    at += 4 + length;
  }
  return Buffer.alloc(0);
}

/** No two parts may share bytes: such archives unpack to far more than they seem to. */
function checkPlaces(bytes: Buffer, list: readonly ZipEntry[], directoryAt: number): void {
  const ordered = list.toSorted((a, b) => a.headerAt - b.headerAt);
  for (const [index, entry] of ordered.entries()) {
    const end = ordered[index + 1]?.headerAt ?? directoryAt;
    if (dataStart(bytes, entry) + entry.packedSize > end) throw damaged("its parts overlap");
    if (entry.method !== STORED && entry.method !== DEFLATED) throw damaged("it is packed in an unusual way");
    if (entry.method === STORED && entry.size !== entry.packedSize) throw damaged("a part's size is wrong");
  }
}

function dataStart(bytes: Buffer, { headerAt, method }: ZipEntry): number {
  if (headerAt + 30 > bytes.length || bytes.readUInt32LE(headerAt) !== LOCAL)
    throw damaged("a part is missing");
  if (bytes.readUInt16LE(headerAt + 8) !== method) throw damaged("a part contradicts the directory");
  return headerAt + 30 + bytes.readUInt16LE(headerAt + 26) + bytes.readUInt16LE(headerAt + 28);
}

async function* unpack(bytes: Buffer, entry: ZipEntry): AsyncGenerator<Buffer> {
  const start = dataStart(bytes, entry);
  const packed = bytes.subarray(start, start + entry.packedSize);
  let [size, checksum] = [0, 0];
  for await (const piece of entry.method === STORED ? cut(packed) : inflate(packed)) {
    size += piece.length;
    if (size > entry.size) throw damaged("a part is larger than the directory says");
    checksum = crc32(piece, checksum);
    yield piece;
  }
  if (size !== entry.size) throw damaged("a part is smaller than the directory says");
  if (checksum !== entry.checksum) throw damaged("a part's checksum is wrong");
}

function* cut(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}

async function* inflate(packed: Buffer): AsyncGenerator<Buffer> {
  const stream = createInflateRaw({ chunkSize: CHUNK_BYTES });
  stream.end(packed);
  try {
    for await (const piece of stream) yield piece as Buffer;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code?.startsWith("Z_") === true || code === "ERR_TRAILING_JUNK_AFTER_STREAM_END") {
      throw damaged("a part cannot be unpacked");
    }
    throw error;
  } finally {
    stream.destroy();
  }
}
