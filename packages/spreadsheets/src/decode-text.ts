import { TableError } from "./errors.ts";

/**
 * Decodes UTF-8 with or without a byte order mark, and UTF-16 with one. No other encoding is guessed, since a
 * wrong guess changes names: an invalid byte becomes U+FFFD, which is reported for its cell. Throws
 * TableError `wrong_encoding` for a text that is in another encoding as a whole.
 */
export function decodeText(bytes: Buffer): string {
  const mark = bytes.toString("latin1", 0, 4);
  if (mark === "\xff\xfe\0\0" || mark === "\0\0\xfe\xff") throw wrong("it is UTF-32");
  if (mark.startsWith("\xff\xfe")) return new TextDecoder("utf-16le").decode(bytes);
  if (mark.startsWith("\xfe\xff")) return new TextDecoder("utf-16be").decode(bytes);
  // In UTF-16, every second byte of Latin text is NUL.
  const nul = bytes.indexOf(0);
  if (nul !== -1 && (bytes[nul + 2] === 0 || (nul === 0 && bytes[2] === 0)))
    throw wrong("it looks like UTF-16 without a byte order mark");
  return new TextDecoder().decode(bytes);
}

const wrong = (found: string): TableError => new TableError("wrong_encoding", { found });
