/** Extracts the text of a file as people see it: of PDF files, of workbooks and other archives, and of texts. */
import { inflateSync } from "node:zlib";
import { openZip } from "@vitaran/spreadsheets/open-zip";

/** Returns all text in the file, however it is packed. Throws if a part cannot be read. */
export async function wordsOfFile(bytes: Buffer): Promise<string> {
  if (bytes.length < 5) return bytes.toString();
  if (bytes.subarray(0, 5).toString("latin1") === "%PDF-") return wordsOfPdf(bytes.toString("latin1"));
  if (bytes.readUInt32BE(0) === 0x504b0304) return wordsOfArchive(bytes);
  // An .xls file has texts with one and with two bytes per letter.
  if (bytes.readUInt32BE(0) === 0xd0cf11e0)
    return [bytes.toString("latin1"), bytes.toString("utf16le"), bytes.subarray(1).toString("utf16le")].join(
      "\n",
    );
  return bytes.toString();
}

async function wordsOfArchive(bytes: Buffer): Promise<string> {
  const { entries, unpack } = openZip(bytes);
  const words: string[] = [];
  for (const entry of entries.values()) {
    const pieces: Buffer[] = [];
    for await (const piece of unpack(entry)) pieces.push(piece);
    const part = Buffer.concat(pieces);
    words.push(entry.name, await wordsOfFile(part));
  }
  return words.join("\n");
}

/** The objects by their number. */
type Objects = ReadonlyMap<string, { readonly head: string; readonly stream: string }>;
/** The letters of each glyph, by its four digits. */
type Letters = ReadonlyMap<string, string>;

/** Returns the drawn text, letter by letter according to the fonts; the text to copy and search; and titles. */
function wordsOfPdf(file: string): string {
  const objects = readObjects(file);
  const fonts = readFonts(objects);
  const words: string[] = [];
  for (const { head, stream } of objects.values()) {
    words.push(...stringsIn(head));
    if (!/\bTf\b/.test(stream)) continue;
    words.push(...stringsIn(stream), ...drawnIn(stream, fonts));
  }
  return words.join("\n");
}

function readObjects(file: string): Objects {
  const found = file.matchAll(/(?:^|\n)(\d+) 0 obj\s([\s\S]*?)\nendobj/g);
  return new Map(
    Array.from(found, ([, number, body]) => {
      const [start = "", head = body!] = /^([\s\S]*?)stream\r?\n/.exec(body!) ?? [];
      // The bytes of a stream may end like a line, or contain the word, so only its length shows its end.
      const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
      const stream = body!.slice(start.length, start.length + length);
      const isPacked = /\/Filter\s*\[?\s*\/FlateDecode/.test(head);
      return [
        number!,
        { head, stream: isPacked ? inflateSync(Buffer.from(stream, "latin1")).toString("latin1") : stream },
      ];
    }),
  );
}

/** Returns the meaning of each font's glyphs, by the names of the fonts on pages. */
function readFonts(objects: Objects): ReadonlyMap<string, Letters> {
  const all = [...objects.values()].map(({ head }) => head).join("\n");
  return new Map(
    Array.from(all.matchAll(/\/(F\d+) (\d+) 0 R/g), ([, name, number]) => {
      const [, meaning] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(number!)?.head ?? "") ?? [];
      if (meaning === undefined) throw new Error(`the glyphs of ${name!} have no meaning that can be read`);
      return [name!, readMeaning(objects.get(meaning)!.stream)];
    }),
  );
}

/** `<0001> <0035>` gives one glyph its letters, `<0000> <00ff> [<0035> ...]` those of a range in order. */
function readMeaning(map: string): Letters {
  const letters = new Map<string, string>();
  const put = (glyph: number, hex: string): void =>
    void letters.set(
      glyph.toString(16).padStart(4, "0"),
      fromUtf16(Buffer.from(hex.replaceAll(/\s/g, ""), "hex")),
    );
  for (const [, block] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph, hex] of block!.matchAll(/<(\w+)>\s*<([\w\s]*)>/g))
      put(Number.parseInt(glyph!, 16), hex!);
  for (const [, block] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, first, list] of block!.matchAll(/<(\w+)>\s*<\w+>\s*\[([^\]]*)\]/g))
      for (const [at, [, hex]] of [...list!.matchAll(/<([\w\s]*)>/g)].entries())
        put(Number.parseInt(first!, 16) + at, hex!);
  return letters;
}

/** Returns the lines that a page draws. */
function drawnIn(page: string, fonts: ReadonlyMap<string, Letters>): string[] {
  const lines: string[] = [];
  let letters: Letters | undefined;
  for (const [whole, font] of page.matchAll(/\/(F\d+) [\d.]+ Tf|\[[^\]]*\] TJ|<\w+> Tj/g)) {
    if (font !== undefined) letters = fonts.get(font);
    else
      lines.push(
        Array.from(whole.matchAll(/<(\w+)>/g), ([, hex]) =>
          hex!.replaceAll(/\w{4}/g, (glyph) => letters?.get(glyph.toLowerCase()) ?? "?"),
        ).join(""),
      );
  }
  // Words that are drawn in pieces are also joined.
  return [...lines, lines.join("")];
}

const ESCAPED: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/** Returns the texts in brackets, which are UTF-16 if they are marked so. */
function stringsIn(text: string): string[] {
  return Array.from(text.matchAll(/\(((?:\\[\s\S]|[^\\()])*)\)/g), ([, raw]) => {
    const bytes = Buffer.from(
      raw!.replaceAll(/\\([\s\S])/g, (_, sign: string) => ESCAPED[sign] ?? sign),
      "latin1",
    );
    return bytes.subarray(0, 2).toString("hex") === "feff"
      ? fromUtf16(bytes.subarray(2))
      : bytes.toString("latin1");
  });
}

const fromUtf16 = (bytes: Buffer): string =>
  Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString("utf16le");
