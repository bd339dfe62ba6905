import assert from "node:assert/strict";
import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";

/** A file for an archive, written as its pieces arrive. */
export interface ZipPart {
  readonly name: string;
  readonly pieces: Iterable<string> | AsyncIterable<string>;
}

interface Written {
  readonly name: Buffer;
  readonly headerAt: number;
  readonly checksum: number;
  readonly packedSize: number;
  readonly size: number;
}

const deflate = promisify(deflateRaw);

/** An empty last block, which ends the packed data. */
const LAST_BLOCK = Buffer.from([3, 0]);
const SIZE_MAX = 0xfffffffe;
/** Sizes follow the data; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1 January 1980, the first day that archives know: the same content gives the same bytes. */
const DAY = 0x0021;

/** Writes a ZIP archive piece by piece; the packing runs outside the event loop. */
export async function* writeZip(parts: Iterable<ZipPart>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let at = 0;
  for (const part of parts) {
    const name = Buffer.from(part.name);
    const start = makeLocalHeader(name);
    yield start;
    let [checksum, size, packedSize] = [0, 0, 0];
    for await (const piece of part.pieces) {
      const bytes = Buffer.from(piece);
      checksum = crc32(bytes, checksum);
      size += bytes.length;
      const packed = await deflate(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
      packedSize += packed.length;
      yield packed;
    }
    packedSize += LAST_BLOCK.length;
    const sizes = makeSizes({ checksum, packedSize, size });
    yield Buffer.concat([LAST_BLOCK, sizes]);
    written.push({ name, headerAt: at, checksum, packedSize, size });
    at += start.length + packedSize + sizes.length;
    assert(size <= SIZE_MAX && at <= SIZE_MAX, "an archive is smaller than 4 GB");
  }
  yield makeDirectory(written, at);
}

function makeLocalHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATED, 8);
  header.writeUInt16LE(DAY, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function makeSizes({ checksum, packedSize, size }: Omit<Written, "name" | "headerAt">): Buffer {
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(0x08074b50, 0);
  sizes.writeUInt32LE(checksum, 4);
  sizes.writeUInt32LE(packedSize, 8);
  sizes.writeUInt32LE(size, 12);
  return sizes;
}

function makeDirectory(written: readonly Written[], at: number): Buffer {
  const directory = Buffer.concat(written.map(makeEntry));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(written.length, 8);
  end.writeUInt16LE(written.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([directory, end]);
}

function makeEntry({ name, headerAt, checksum, packedSize, size }: Written): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(20, 4);
  entry.writeUInt16LE(20, 6);
  entry.writeUInt16LE(FLAGS, 8);
  entry.writeUInt16LE(DEFLATED, 10);
  entry.writeUInt16LE(DAY, 14);
  entry.writeUInt32LE(checksum, 16);
  entry.writeUInt32LE(packedSize, 20);
  entry.writeUInt32LE(size, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt32LE(headerAt, 42);
  return Buffer.concat([entry, name]);
}
