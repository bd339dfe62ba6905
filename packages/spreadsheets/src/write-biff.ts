/** Records of a BIFF8 stream ([MS-XLS]), as Excel 97 to 2003 requires them. */

/** Makes one record: its number, its length and its parts; lists are numbers of 16 bits. */
export function makeRecord(id: number, ...parts: readonly (Buffer | readonly number[])[]): Buffer {
  const data = parts.map((part) => (Buffer.isBuffer(part) ? part : words(part)));
  const length = data.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([words([id, length]), ...data]);
}

/** Writes numbers of 16 bits. */
export function words(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) bytes.writeUInt16LE(value, at * 2);
  return bytes;
}

/** Writes numbers of 32 bits. */
export function longs(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, at * 4);
  return bytes;
}

/** Writes a text with its length before it, in one byte or two. */
export function makeText(text: string, lengthBytes: 1 | 2): Buffer {
  const { flags, bytes } = encode(text);
  return Buffer.concat([
    lengthBytes === 1 ? Buffer.from([text.length]) : words([text.length]),
    Buffer.from([flags]),
    bytes,
  ]);
}

/** Encodes characters in one byte each if that is enough, else in two. */
function encode(text: string): { flags: 0 | 1; bytes: Buffer } {
  const narrow = Buffer.from(text, "latin1");
  if (narrow.toString("latin1") === text) return { flags: 0, bytes: narrow };
  return { flags: 1, bytes: Buffer.from(text, "utf16le") };
}

const SHARED_TEXTS = 0xfc;
const CONTINUE = 0x3c;
const RECORD_BYTES_MAX = 8_224;

/**
 * Yields the list of shared texts, cut into records wherever one is full. The head of a text is never cut; a
 * text that continues in the next record begins there with its width again.
 */
export function* makeSharedTexts(
  texts: Iterable<string>,
  counts: { all: number; different: number },
): Generator<Buffer> {
  let parts: Buffer[] = [longs([counts.all, counts.different])];
  let room = RECORD_BYTES_MAX - 8;
  let id = SHARED_TEXTS;
  const take = (part: Buffer): void => {
    parts.push(part);
    room -= part.length;
  };
  const close = (): Buffer => {
    const full = makeRecord(id, ...parts);
    [parts, room, id] = [[], RECORD_BYTES_MAX, CONTINUE];
    return full;
  };
  for (const text of texts) {
    const { flags, bytes } = encode(text);
    // A head at the very end would be without a character.
    if (room < 5) yield close();
    take(Buffer.concat([words([text.length]), Buffer.from([flags])]));
    for (let left = bytes; left.length > 0;) {
      if (room < 2) {
        yield close();
        take(Buffer.from([flags]));
      }
      const piece = left.subarray(0, flags === 1 ? room - (room % 2) : room);
      take(piece);
      left = left.subarray(piece.length);
    }
  }
  yield close();
}
