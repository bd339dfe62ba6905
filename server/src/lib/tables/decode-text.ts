import { isUtf8 } from "node:buffer";

/** A text, and where in it the first thing stands that is none. */
export interface DecodedText {
  readonly text: string;
  readonly fault: {
    readonly at: number;
    readonly kind: "wrong_encoding" | "nul_bytes";
    found: string;
  } | null;
}

/**
 * Decodes UTF-8 with or without a byte order mark, and UTF-16 with one. Everything else is a fault: no
 * encoding is guessed, since a wrong guess changes names.
 */
export function decodeText(bytes: Buffer): DecodedText {
  const mark = bytes.toString("latin1", 0, 4);
  if (mark === "\xff\xfe\0\0" || mark === "\0\0\xfe\xff") return faultAt("", 0, "it is UTF-32");
  if (mark.startsWith("\xff\xfe")) return decode("utf-16le", bytes, "it is not the UTF-16 it says it is");
  if (mark.startsWith("\xfe\xff")) return decode("utf-16be", bytes, "it is not the UTF-16 it says it is");
  if (isUtf8(bytes)) return decode("utf-8", bytes, "");
  return decode("utf-8", bytes, "it is not UTF-8");
}

function decode(encoding: string, bytes: Buffer, found: string): DecodedText {
  const text = new TextDecoder(encoding).decode(bytes);
  const nul = text.indexOf("\0");
  if (nul !== -1) {
    // Every second byte of Latin text in UTF-16 is NUL.
    const spread = encoding === "utf-8" && (text[nul + 2] === "\0" || (nul === 0 && text[2] === "\0"));
    if (spread) return faultAt(text, nul, "it looks like UTF-16 without a byte order mark");
    return { text, fault: { at: nul, kind: "nul_bytes", found: "" } };
  }
  if (found === "" || isWhole(encoding, bytes)) return { text, fault: null };
  return faultAt(text, text.indexOf("\uFFFD"), found);
}

const isWhole = (encoding: string, bytes: Buffer): boolean => {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    // The only thing a fatal decoder throws for is a byte that does not belong there.
    return false;
  }
};

const faultAt = (text: string, at: number, found: string): DecodedText => ({
  text,
  fault: { at, kind: "wrong_encoding", found },
});
