/** Decodes XML as its first bytes say: banks write UTF-8, but old programs UTF-16 or a Windows encoding. */

export class XmlError extends Error {}

/** The document is incomplete: more of it may still come. */
export class XmlEndError extends XmlError {}

/** The encodings that a declaration may name if each of its letters is one byte. */
const NAMED: Readonly<Record<string, string>> = {
  "utf-8": "utf-8",
  utf8: "utf-8",
  "us-ascii": "utf-8",
  "iso-8859-1": "windows-1252",
  latin1: "windows-1252",
  "windows-1252": "windows-1252",
  cp1252: "windows-1252",
  "iso-8859-15": "iso-8859-15",
};
/** Every declaration is shorter than this. */
const HEAD_MAX = 256;
const DECLARED = /^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/;

interface XmlDecoder {
  /** Returns the text of the next bytes, as far as it is certain. Throws `XmlError`. */
  write(bytes: Uint8Array): string;
  /** Returns the remaining text. Throws `XmlEndError` if the bytes end within a character. */
  end(): string;
}

/** Makes a decoder of one document. */
export function makeXmlDecoder(): XmlDecoder {
  let head = Buffer.alloc(0);
  let chosen: { encoding: string; decoder: InstanceType<typeof TextDecoder> } | undefined;

  const decodeHead = (): string => {
    const encoding = encodingOf(head);
    chosen = { encoding, decoder: new TextDecoder(encoding, { fatal: true }) };
    return decode(chosen, head);
  };
  return {
    write(bytes) {
      if (chosen !== undefined) return decode(chosen, bytes);
      head = Buffer.concat([head, bytes]);
      return isTold(head) ? decodeHead() : "";
    },
    end() {
      const text = chosen === undefined ? decodeHead() : "";
      try {
        return text + chosen!.decoder.decode();
      } catch {
        throw new XmlEndError("it ends within a character");
      }
    },
  };
}

/** Returns true once the first bytes have said all that they will about the encoding. */
function isTold(head: Buffer): boolean {
  if (head.length < 4) return false;
  const start = head.toString("latin1", 0, HEAD_MAX).replace(/^ï»¿/, "");
  return head.length >= HEAD_MAX || start.includes(">") || !"<?xml".startsWith(start.slice(0, 5));
}

function encodingOf(head: Buffer): string {
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return "utf-16be";
  const named = DECLARED.exec(head.toString("latin1", 0, HEAD_MAX).replace(/^ï»¿/, ""))?.[1];
  const encoding = NAMED[named?.toLowerCase() ?? "utf-8"];
  if (encoding === undefined)
    throw new XmlError(`encoded in ${named}, which is not read here: ask for UTF-8`);
  return encoding;
}

function decode(
  { encoding, decoder }: { encoding: string; decoder: InstanceType<typeof TextDecoder> },
  bytes: Uint8Array,
): string {
  try {
    return decoder.decode(bytes, { stream: true });
  } catch {
    throw new XmlError(`bytes that are not ${encoding.toUpperCase()}`);
  }
}
