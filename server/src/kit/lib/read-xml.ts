/**
 * Reads XML from strangers piece by piece: elements, attributes and text, but nothing that could load other files or
 * grow. A document type, an entity other than XML's five, a processing instruction or a rare encoding is refused, and
 * so is everything that is not well-formed (XML 1.0, fifth edition; Namespaces in XML 1.0; names in ASCII only).
 */
import { makeXmlDecoder, XmlEndError, XmlError } from "./xml-encoding.ts";

export { XmlEndError, XmlError };

interface ElementHandler {
  /** `name` has no prefix, and the attributes do not include those that declare namespaces. */
  open(name: string, namespace: string, attributes: ReadonlyMap<string, string>): void;
  /** Text between two tags, perhaps in several parts; references are resolved. */
  text(text: string): void;
  close(name: string): void;
}

export interface XmlLimits {
  readonly bytes: number;
  readonly depth: number;
  /** The longest stretch of text, tag or comment, in characters. */
  readonly piece: number;
}

interface XmlReader {
  /** The next bytes. Throws `XmlError`; nothing may be written after that. */
  write(bytes: Uint8Array): void;
  /** No more bytes will come. Throws `XmlError` if the document is incomplete. */
  end(): void;
}

const NAME = "[A-Za-z_][A-Za-z0-9_.-]*";
const QNAME = `(?:${NAME}:)?${NAME}`;
const START = new RegExp(`^<(${QNAME})((?:\\s+${QNAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(/?)>$`);
const END = new RegExp(`^</(${QNAME})\\s*>$`);
const ATTRIBUTE = new RegExp(`(${QNAME})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, "g");
const EQUALS = "\\s*=\\s*";
const DECLARATION = new RegExp(
  `^<\\?xml\\s+version${EQUALS}["']1\\.0["'](?:\\s+encoding${EQUALS}["'][A-Za-z0-9._-]+["'])?` +
    `(?:\\s+standalone${EQUALS}["'](?:yes|no)["'])?\\s*\\?>$`,
);
const FORBIDDEN = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
const PREDEFINED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
const LONGEST_OPENING = "<![CDATA[".length;

interface Open {
  readonly name: string;
  readonly local: string;
  readonly namespaces: ReadonlyMap<string, string>;
}

/** Makes a reader that calls `handler` with what it reads, in order. */
export function makeXmlReader(handler: ElementHandler, limits: XmlLimits): XmlReader {
  const decoder = makeXmlDecoder();
  const tree = makeTree(handler, limits);
  let left = "";
  let bytesRead = 0;

  /** Reads all complete parts of `left`. */
  const readOn = (): void => {
    let at = 0;
    for (;;) {
      const from = left.indexOf("<", at);
      const kind = from < 0 ? undefined : kindAt(left, from);
      const to = kind === undefined ? -1 : endOf(left, from, kind);
      if (kind === undefined || to < 0) break;
      if (from - at > limits.piece || to - from > limits.piece) throw tooLong(limits);
      if (from > at) tree.text(resolveText(left.slice(at, from)));
      tree.markup(kind, left.slice(from, to));
      at = to;
    }
    left = left.slice(at);
    if (left.length > 2 * limits.piece) throw tooLong(limits);
  };

  return {
    write(bytes) {
      bytesRead += bytes.length;
      if (bytesRead > limits.bytes) throw new XmlError(`larger than ${limits.bytes} bytes`);
      left += decoder.write(bytes);
      readOn();
    },
    end() {
      left += decoder.end();
      readOn();
      if (left.includes("<") || !tree.isWhole()) throw new XmlEndError("it ends too early");
      tree.text(left);
    },
  };
}

/** Keeps the open elements, and changes them as texts and markup come. */
function makeTree(handler: ElementHandler, limits: XmlLimits) {
  const open: Open[] = [];
  let isFirst = true;
  let rooted = false;

  const text = (piece: string): void => {
    isFirst = false;
    if (FORBIDDEN.test(piece)) throw new XmlError("a character that XML does not know");
    if (open.length > 0) handler.text(piece.replaceAll("\r\n", "\n").replaceAll("\r", "\n"));
    else if (/[^ \t\r\n]/.test(piece)) throw new XmlError("text outside of the document's element");
  };
  const startTag = (markup: string): void => {
    const [, name, written, empty] = START.exec(markup) ?? [];
    if (name === undefined) throw new XmlError("a tag that cannot be read");
    if (open.length === 0 && rooted) throw new XmlError("a second document");
    if (open.length >= limits.depth) throw new XmlError(`elements deeper than ${limits.depth}`);
    rooted = true;
    const { attributes, namespaces } = readAttributes(written!, open.at(-1)?.namespaces ?? NO_NAMESPACES);
    const [local, namespace] = resolveName(name, namespaces);
    open.push({ name, local, namespaces });
    handler.open(local, namespace, attributes);
    if (empty === "/") endTag(`</${name}>`);
  };
  const endTag = (markup: string): void => {
    const name = END.exec(markup)?.[1];
    const last = open.pop();
    if (name === undefined || last?.name !== name) throw new XmlError("an end tag that closes nothing");
    handler.close(last.local);
  };
  const cdata = (markup: string): void => {
    if (open.length === 0) throw new XmlError("text outside of the document's element");
    text(markup.slice("<![CDATA[".length, -"]]>".length));
  };
  const read: Readonly<Record<Kind, (markup: string) => void>> = {
    start: startTag,
    end: endTag,
    comment: readComment,
    cdata,
    declaration: (markup) => readDeclaration(markup, isFirst),
  };
  return {
    text,
    markup(kind: Kind, markup: string): void {
      read[kind](markup);
      isFirst = false;
    },
    isWhole: () => rooted && open.length === 0,
  };
}

type Kind = "start" | "end" | "comment" | "cdata" | "declaration";

const CLOSINGS = { comment: "-->", cdata: "]]>", declaration: "?>", end: ">" } as const;

/** Returns the kind of markup at `from`; undefined if more characters are needed. */
function kindAt(text: string, from: number): Kind | undefined {
  const next = text[from + 1];
  if (next === undefined) return undefined;
  if (next === "/") return "end";
  if (next === "?") return "declaration";
  if (next !== "!") return "start";
  const opening = text.slice(from, from + LONGEST_OPENING);
  if (opening.startsWith("<!--")) return "comment";
  if (opening === "<![CDATA[") return "cdata";
  if ("<!--".startsWith(opening) || "<![CDATA[".startsWith(opening)) return undefined;
  throw new XmlError("a document type, which is never read");
}

/** Returns the end of the markup, exclusive; -1 if it has not arrived yet. */
function endOf(text: string, from: number, kind: Kind): number {
  if (kind !== "start") {
    const found = text.indexOf(CLOSINGS[kind], from + (kind === "comment" ? 4 : 2));
    return found < 0 ? -1 : found + CLOSINGS[kind].length;
  }
  for (let at = from + 1; at < text.length; at += 1) {
    const sign = text[at]!;
    if (sign === ">") return at + 1;
    if (sign !== '"' && sign !== "'") continue;
    at = text.indexOf(sign, at + 1);
    if (at < 0) return -1;
  }
  return -1;
}

const NO_NAMESPACES: ReadonlyMap<string, string> = new Map([
  ["", ""],
  ["xml", "http://www.w3.org/XML/1998/namespace"],
]);

function readAttributes(
  written: string,
  outer: ReadonlyMap<string, string>,
): { attributes: ReadonlyMap<string, string>; namespaces: ReadonlyMap<string, string> } {
  if (written === "") return { attributes: NO_ATTRIBUTES, namespaces: outer };
  const attributes = new Map<string, string>();
  let namespaces = outer;
  const seen = new Set<string>();
  for (const [, name, double, single] of written.matchAll(ATTRIBUTE)) {
    if (seen.has(name!)) throw new XmlError(`the attribute ${name} twice`);
    seen.add(name!);
    const value = resolveText((double ?? single)!).replace(/[\t\n\r]/g, " ");
    if (FORBIDDEN.test(value)) throw new XmlError("a character that XML does not know");
    const prefix = name === "xmlns" ? "" : /^xmlns:(.+)$/.exec(name!)?.[1];
    if (prefix === undefined) attributes.set(name!, value);
    else namespaces = new Map([...namespaces, [prefix, value]]);
  }
  return { attributes, namespaces };
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

function resolveName(name: string, namespaces: ReadonlyMap<string, string>): [string, string] {
  const colon = name.indexOf(":");
  const namespace = namespaces.get(colon < 0 ? "" : name.slice(0, colon));
  if (namespace === undefined) throw new XmlError(`the prefix of ${name} stands for nothing`);
  return [name.slice(colon + 1), namespace];
}

/** Resolves references: XML's five entities and numbers. Any other would need a document type. */
function resolveText(text: string): string {
  if (text.includes("]]>")) throw new XmlError("]]> in a text");
  if (!text.includes("&")) return text;
  return text.replace(/&([^&;]{0,10});?/g, (whole, name: string) => {
    if (whole.endsWith(";") && Object.hasOwn(PREDEFINED, name)) return PREDEFINED[name]!;
    const [, decimal, hex] = /^#(?:(\d{1,7})|x([0-9A-Fa-f]{1,6}))$/.exec(name) ?? [];
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    if (!whole.endsWith(";") || Number.isNaN(code) || code > 0x10_ff_ff) {
      throw new XmlError("an entity that XML does not define");
    }
    return String.fromCodePoint(code);
  });
}

function readDeclaration(markup: string, isFirst: boolean): void {
  const found = isFirst ? DECLARATION.exec(markup) : null;
  if (found === null) throw new XmlError("a processing instruction");
}

function readComment(markup: string): void {
  if (markup.slice(4, -3).includes("--")) throw new XmlError("-- in a comment");
}

function tooLong({ piece }: XmlLimits): XmlError {
  return new XmlError(`a text or a tag longer than ${piece} characters`);
}
