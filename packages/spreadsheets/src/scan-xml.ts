/**
 * Reads the part of XML that spreadsheets use, as it arrives. Document types, custom entities and inclusions
 * are refused, so that nothing is ever fetched or multiplied.
 */
import { damaged, TableError } from "./errors.ts";
import type { Zip, ZipEntry } from "./open-zip.ts";

/** Names come without their prefix. Text is given only while `wantsText`, in pieces of any size. */
export interface XmlHandler {
  open(name: string, attributes: string): void;
  close(name: string): void;
  text?(text: string): void;
  wantsText?: boolean;
}

const DEPTH_MAX = 64;
/** The longest markup between two brackets; text may be longer and comes in pieces. */
const MARKUP_MAX = 65_536;
/** The longest reference that may be at the end of a piece: `&#x10FFFF;`. */
const REFERENCE_MAX = 12;

/** Reads one part of a package. Throws TableError `damaged` or `forbidden_markup`. */
export async function scanPart(zip: Zip, entry: ZipEntry, handler: XmlHandler): Promise<void> {
  const scanner = makeXmlScanner(handler);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const piece of zip.unpack(entry))
    scanner.push(decodePiece(() => decoder.decode(piece, { stream: true })));
  scanner.push(decodePiece(() => decoder.decode()));
  scanner.end();
}

function decodePiece(decode: () => string): string {
  try {
    return decode();
  } catch {
    // A fatal decoder throws only for an invalid byte.
    throw damaged("a part is not UTF-8");
  }
}

interface XmlScanner {
  push(piece: string): void;
  end(): void;
}

/** Makes a scanner for one document, given piece by piece. */
function makeXmlScanner(handler: XmlHandler): XmlScanner {
  const open: string[] = [];
  let carried = "";
  let begun = false;

  const giveText = (text: string): void => {
    if (handler.wantsText === true && text !== "") handler.text?.(decodeReferences(text));
  };

  /** Handles the markup from `<` at `start`; returns where it ends, or -1 if it does not end in `input`. */
  const takeMarkup = (input: string, start: number): number => {
    const second = input.charCodeAt(start + 1);
    if (second === 0x21) return takeDeclaration(input, start, handler);
    if (second === 0x3f) return takeInstruction(input, start);
    const end = findTagEnd(input, start);
    if (end === -1) return -1;
    if (second === 0x2f) {
      const name = input.slice(start + 2, end).trimEnd();
      if (open.pop() !== name) throw damaged("its markup is not well-formed");
      handler.close(localName(name));
    } else {
      if (open.length === 0 && begun) throw damaged("its markup is not well-formed");
      begun = true;
      openTag(input.slice(start + 1, end), open, handler);
    }
    return end + 1;
  };

  return {
    push: (piece) => {
      const input = carried + piece;
      let position = 0;
      for (;;) {
        const start = input.indexOf("<", position);
        if (start === -1) {
          // A reference at the end may be cut in two.
          const cut = handler.wantsText === true ? safeEnd(input, position) : input.length;
          giveText(input.slice(position, cut));
          position = cut;
          break;
        }
        giveText(input.slice(position, start));
        const end = takeMarkup(input, start);
        position = end === -1 ? start : end;
        if (end === -1) break;
      }
      carried = input.slice(position);
      if (carried.length > MARKUP_MAX) throw damaged("its markup has no end");
    },
    end: () => {
      if (open.length > 0 || carried.trim() !== "" || !begun) throw damaged("its markup ends too early");
    },
  };
}

function openTag(inside: string, open: string[], handler: XmlHandler): void {
  const closed = inside.endsWith("/");
  const tag = closed ? inside.slice(0, -1) : inside;
  const nameEnd = tag.search(/\s/);
  const name = nameEnd === -1 ? tag : tag.slice(0, nameEnd);
  const local = localName(name);
  if (local === "") throw damaged("its markup is not well-formed");
  // XInclude would load other files. We fetch nothing, and no one needs it.
  if (local === "include") throw new TableError("forbidden_markup", { found: "an inclusion" });
  handler.open(local, nameEnd === -1 ? "" : tag.slice(nameEnd));
  if (closed) handler.close(local);
  else if (open.push(name) > DEPTH_MAX) throw damaged("its markup is nested too deep");
}

/** Reads a comment, or text as CDATA; anything else after `<!` is a document type. */
function takeDeclaration(input: string, start: number, handler: XmlHandler): number {
  if (input.startsWith("<!--", start)) return endOf(input, "-->", start + 4);
  if (input.startsWith("<![CDATA[", start)) {
    const end = endOf(input, "]]>", start + 9);
    if (end !== -1 && handler.wantsText === true) handler.text?.(input.slice(start + 9, end - 3));
    return end;
  }
  const beginning = input.slice(start, start + 9);
  if ("<!--".startsWith(beginning) || "<![CDATA[".startsWith(beginning)) return -1;
  throw new TableError("forbidden_markup", { found: "a document type" });
}

function takeInstruction(input: string, start: number): number {
  const end = endOf(input, "?>", start + 2);
  if (end === -1) return -1;
  const encoding = /^<\?xml\s.*?\bencoding\s*=\s*["']([^"']*)/.exec(input.slice(start, end))?.[1];
  if (encoding !== undefined && !/^(utf-8|us-ascii)$/i.test(encoding)) throw damaged("a part is not UTF-8");
  return end;
}

const endOf = (input: string, mark: string, from: number): number => {
  const at = input.indexOf(mark, from);
  return at === -1 ? -1 : at + mark.length;
};

/** Finds the `>` of a tag; one within quotes does not count. */
function findTagEnd(input: string, start: number): number {
  let quote = 0;
  for (let at = start + 1; at < input.length; at += 1) {
    const code = input.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === 0x3e) return at;
    else if (code === 0x22 || code === 0x27) quote = code;
    else if (code === 0x3c) throw damaged("its markup is not well-formed");
  }
  return -1;
}

function safeEnd(input: string, from: number): number {
  const ampersand = input.lastIndexOf("&");
  const open = ampersand >= Math.max(from, input.length - REFERENCE_MAX);
  return open && !input.includes(";", ampersand) ? ampersand : input.length;
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** Returns the attributes of a tag by their names as written, with their prefix. */
export function readAttributes(attributes: string): Map<string, string> {
  const found = new Map<string, string>();
  for (let at = 0; ;) {
    const equals = attributes.indexOf("=", at);
    const name = attributes.slice(at, equals === -1 ? undefined : equals).trim();
    if (equals === -1 && name === "") return found;
    let start = equals + 1;
    while (isBlank(attributes.charCodeAt(start))) start += 1;
    const quote = attributes[start];
    const end = quote === '"' || quote === "'" ? attributes.indexOf(quote, start + 1) : -1;
    // Without a blank between them, the closing quote of one would touch the name of the next.
    const isApart = isBlank(attributes.charCodeAt(at));
    if (equals === -1 || end === -1 || !isApart || name === "" || /\s/.test(name) || found.has(name)) {
      throw damaged("its markup is not well-formed");
    }
    found.set(name, decodeReferences(attributes.slice(start + 1, end)));
    at = end + 1;
  }
}

const isBlank = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d);

/** Returns the value of an attribute with any prefix, such as `id` of `r:id="rId1"`. */
export function findAttribute(attributes: ReadonlyMap<string, string>, local: string): string | undefined {
  for (const [name, value] of attributes) if (localName(name) === local && name !== local) return value;
  return undefined;
}

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Resolves the five references that XML defines itself, and numeric ones. */
function decodeReferences(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&([^;&]{0,10});?/g, (reference, name: string) => {
    const known = reference.endsWith(";")
      ? Object.hasOwn(NAMED, name)
        ? NAMED[name]
        : undefined
      : undefined;
    if (known !== undefined) return known;
    const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|([0-9]{1,7}))$/i.exec(name) ?? [];
    const code = hex === undefined ? Number.parseInt(decimal ?? "", 10) : Number.parseInt(hex, 16);
    // A character that XML does not allow is reported for its cell, as one that was lost.
    if (reference.endsWith(";") && !Number.isNaN(code))
      return isCharacter(code) ? String.fromCodePoint(code) : "\uFFFD";
    throw new TableError("forbidden_markup", { found: "an entity of its own" });
  });
}

const isCharacter = (code: number): boolean =>
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0x10ffff) ||
  code === 9 ||
  code === 10 ||
  code === 13;
