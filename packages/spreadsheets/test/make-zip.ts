/** Makes ZIP archives for tests, correct ones and ones with false directories. */
import { crc32, deflateRawSync } from "node:zlib";

export interface PartToZip {
  readonly name: string;
  readonly content: string | Buffer;
  /** The content is packed unless this is true. */
  readonly stored?: boolean;
  /** Values in the directory that replace the true ones. */
  readonly lies?: Partial<Directory>;
  /** Bytes that replace the packed content. */
  readonly packed?: Buffer;
}

interface Directory {
  readonly size: number;
  readonly packedSize: number;
  readonly checksum: number;
  readonly method: number;
  readonly flags: number;
  readonly headerAt: number;
}

export interface ZipManner {
  /** The number of entries according to the end of the archive. */
  readonly count?: number;
  readonly comment?: string;
  /** Sizes are in the 64-bit form, which some Java programs use. */
  readonly large?: boolean;
}

/** Writes an archive. */
export function makeZip(parts: readonly PartToZip[], manner: ZipManner = {}): Buffer {
  const pieces: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const part of parts) {
    const content = Buffer.from(part.content);
    const packed = part.packed ?? (part.stored === true ? content : deflateRawSync(content));
    const truth: Directory = {
      size: content.length,
      packedSize: packed.length,
      checksum: crc32(content),
      method: part.stored === true ? 0 : 8,
      flags: 0,
      headerAt: at,
    };
    const local = makeHeader(part.name, truth);
    pieces.push(local, packed);
    at += local.length + packed.length;
    entries.push(makeEntry(part.name, { ...truth, ...part.lies }, manner.large === true));
  }
  const directory = Buffer.concat(entries);
  const count = manner.count ?? parts.length;
  const end = makeEnd({ count, at, size: directory.length }, manner);
  return Buffer.concat([...pieces, directory, end]);
}

function makeHeader(name: string, { size, packedSize, checksum, method }: Directory): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(method, 8);
  header.writeUInt32LE(checksum, 14);
  header.writeUInt32LE(packedSize, 18);
  header.writeUInt32LE(size, 22);
  header.writeUInt16LE(Buffer.byteLength(name), 26);
  return Buffer.concat([header, Buffer.from(name)]);
}

function makeEntry(name: string, directory: Directory, large: boolean): Buffer {
  const { size, packedSize, checksum, method, flags, headerAt } = directory;
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(flags, 8);
  entry.writeUInt16LE(method, 10);
  entry.writeUInt32LE(checksum, 16);
  entry.writeUInt32LE(large ? 0xffffffff : packedSize, 20);
  entry.writeUInt32LE(large ? 0xffffffff : size, 24);
  entry.writeUInt16LE(Buffer.byteLength(name), 28);
  entry.writeUInt16LE(large ? 20 : 0, 30);
  entry.writeUInt32LE(headerAt, 42);
  const extra = Buffer.alloc(20);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(16, 2);
  extra.writeBigUInt64LE(BigInt(size), 4);
  extra.writeBigUInt64LE(BigInt(packedSize), 12);
  return Buffer.concat([entry, Buffer.from(name), ...(large ? [extra] : [])]);
}

function makeEnd(
  { count, at, size }: { count: number; at: number; size: number },
  { comment = "", large = false }: ZipManner,
): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(large ? 0xffff : count, 8);
  end.writeUInt16LE(large ? 0xffff : count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  const ending = Buffer.concat([end, Buffer.from(comment)]);
  if (!large) return ending;
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x06064b50, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeBigUInt64LE(BigInt(count), 24);
  end64.writeBigUInt64LE(BigInt(count), 32);
  end64.writeBigUInt64LE(BigInt(size), 40);
  end64.writeBigUInt64LE(BigInt(at), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(at + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end64, locator, ending]);
}
