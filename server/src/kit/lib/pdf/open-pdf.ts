/**
 * PDF files for people: A4, our fonts, figures that line up in columns. The fonts of Indian scripts are each read
 * when the first text in its script is written.
 */
import { readFileSync } from "node:fs";
import { indicToLatin, withoutMarks } from "#lib/to-latin";

/** Plain TrueType: a PDF gets only a part of each font, which cannot be cut out of packed web fonts. */
const FONTS = new URL("./fonts/", import.meta.url);

/** The number of characters in a script's Unicode block. */
const BLOCK = 128;
/** The scripts, by the first code point of their Unicode block. */
const SCRIPTS: ReadonlyMap<number, string> = new Map([
  [0x900, "devanagari"],
  [0x980, "bengali"],
  [0xa00, "gurmukhi"],
  [0xa80, "gujarati"],
  [0xb00, "oriya"],
  [0xb80, "tamil"],
  [0xc00, "telugu"],
  [0xc80, "kannada"],
  [0xd00, "malayalam"],
]);

/**
 * The danda ends sentences in all of them, and two invisible signs join or separate letters. Words beside one
 * another are one run, so that a name is found as a whole.
 */
const RUN = [...SCRIPTS.keys()]
  .map((first) => {
    const letters = `${String.fromCodePoint(first)}-${String.fromCodePoint(first + BLOCK - 1)}`;
    return `[${letters}](?:[${letters}\u0964\u0965\u200c\u200d]| (?=[${letters}]))*`;
  })
  .join("|");
const RUNS = new RegExp(`(₹|${RUN})`);

/** Splits a text into runs of one font: the rupee sign and each Indian script have their own. */
const runsOf = (text: string): string[] => text.split(RUNS).filter((run) => run !== "");

/** Returns the script of a run; null if it is none of them. */
function scriptOf(run: string): string | null {
  const first = run.codePointAt(0)!;
  return SCRIPTS.get(first - (first % BLOCK)) ?? null;
}

/** Returns true if a run is in an Indian script. */
const isIndian = (run: string): boolean => scriptOf(run) !== null;

/** Selects the font of a run's script. */
function chooseScript(doc: PDFKit.PDFDocument, run: string): PDFKit.PDFDocument {
  const name = `noto-sans-${scriptOf(run)!}`;
  const known = (doc as unknown as { readonly _registeredFonts: object })._registeredFonts;
  if (!Object.hasOwn(known, name)) doc.registerFont(name, readFileSync(new URL(`${name}.ttf`, FONTS)));
  return doc.font(name);
}

/** Returns true if the font of its script has all letters of a run and can lay them out. */
function canWrite(doc: PDFKit.PDFDocument, run: string): boolean {
  const font = embeddedFont(chooseScript(doc, run));
  mendAnchors(font);
  try {
    return font.layout(run).glyphs.every(({ id }) => id !== 0);
  } catch {
    // No word has its letters in this order; the caller writes them in Latin.
    return false;
  }
}

/** The parts used here of the font that pdfkit embeds; pdfkit's types leave them out. */
interface Embedded {
  readonly layout: (text: string) => { readonly glyphs: readonly { readonly id: number }[] };
  readonly _layoutEngine: { readonly engine?: { readonly GPOSProcessor?: Positions } };
}
interface Positions {
  applyAnchor(mark: { readonly markAnchor: unknown }, base: unknown, index: number): void;
}

const embeddedFont = (doc: PDFKit.PDFDocument): Embedded =>
  (doc as unknown as { readonly _font: { readonly font: Embedded } })._font.font;

const mended = new WeakSet<Positions>();

/** fontkit (2.0.4) fails at a letter that has no place for a mark; here the mark stays where it is. */
function mendAnchors(font: Embedded): void {
  const positions = font._layoutEngine.engine?.GPOSProcessor;
  if (positions === undefined || mended.has(positions)) return;
  mended.add(positions);
  const apply = positions.applyAnchor.bind(positions);
  positions.applyAnchor = (mark, base, index) => {
    if (mark.markAnchor !== null && base !== null) apply(mark, base, index);
  };
}

type PdfFont = "sans" | "mono";

export interface TextBox {
  /** Distance from the left and the top edge of the page, in points. */
  readonly x: number;
  readonly y: number;
  /** Text that does not fit is cut, with an ellipsis. */
  readonly width: number;
  readonly align?: "left" | "right";
  readonly font?: PdfFont;
  readonly size?: number;
  readonly color?: string;
}

export interface Pdf {
  readonly pageWidth: number;
  readonly pageHeight: number;
  /** Writes one line. */
  write(text: string, box: TextBox): void;
  /** Draws a line from one point to another. */
  rule(from: readonly [number, number], to: readonly [number, number], width?: number): void;
  addPage(): void;
  /** Ends the file and returns all of it. */
  finish(): Promise<Buffer>;
}

const FILES: Readonly<Record<PdfFont, string>> = { sans: "ibm-plex-sans", mono: "ibm-plex-mono" };
/** The distance from the top of a line to its baseline, in font sizes, of our Latin fonts. */
const ASCENT = 1.025;
const INK = "#1b1b1f";

/** Begins a PDF file with one empty page. Programs show `title` as its name. */
export async function openPdf({ title, at }: { title: string; at: Date }): Promise<Pdf> {
  // Loaded on first use, since it is large and few processes make PDF files.
  const { default: PDFDocument } = await import("pdfkit");
  const info = { Title: title, Producer: "Vitaran", CreationDate: at };
  const doc = new PDFDocument({ size: "A4", margin: 0, info });
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.on("end", () => resolve(Buffer.concat(chunks)));
    doc.on("error", reject);
  });
  for (const [name, file] of Object.entries(FILES)) {
    doc.registerFont(name, readFileSync(new URL(`${file}-latin.ttf`, FONTS)));
    doc.registerFont(`${name}-rupee`, readFileSync(new URL(`${file}-rupee.ttf`, FONTS)));
  }
  return {
    pageWidth: doc.page.width,
    pageHeight: doc.page.height,
    write: (text, box) => writeLine(doc, text, box),
    rule: ([fromX, fromY], [toX, toY], width = 0.5) => {
      doc.lineWidth(width).strokeColor(INK).moveTo(fromX, fromY).lineTo(toX, toY).stroke();
    },
    addPage: () => void doc.addPage(),
    finish: () => {
      doc.end();
      return ended;
    },
  };
}

function writeLine(
  doc: PDFKit.PDFDocument,
  text: string,
  { x, y, width, align = "left", font = "sans", size = 9, color = INK }: TextBox,
): void {
  const measure = (given: string): number =>
    runsOf(given).reduce((sum, run) => sum + choose(run).widthOfString(run), 0);
  const choose = (run: string): PDFKit.PDFDocument =>
    (isIndian(run) ? chooseScript(doc, run) : doc.font(run === "₹" ? `${font}-rupee` : font)).fontSize(size);
  const shown = fit(
    writable(text, (run) => canWrite(doc, run)),
    width,
    measure,
  );
  let at = align === "right" ? x + width - measure(shown) : x;
  for (const run of runsOf(shown)) {
    // These scripts are drawn in another order than they are read in, so the text itself goes with them.
    if (isIndian(run)) doc.markContent("Span", { actual: run });
    choose(run)
      .fillColor(color)
      .text(run, at, y + ASCENT * size, { lineBreak: false, baseline: "alphabetic" });
    if (isIndian(run)) doc.endMarkedContent();
    at += doc.widthOfString(run);
  }
}

const SIGNS: Readonly<Record<string, string>> = {
  "•": "X",
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "—": "–",
};

/** Emoji, with the signs that colour and join them and the blank before them. */
const PICTURES =
  /\s?(?:(?![\u00a0-\u00ff])[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\ufe0f\u20e3\u200d])+/gu;

/**
 * Returns a text as our fonts can write it: Latin with accents, and Indian scripts, which are transliterated
 * if their font cannot write a run. The dots of a mask become X, pictures are removed, and a letter of
 * another script becomes a question mark.
 */
export function writable(text: string, canBeWritten: (run: string) => boolean): string {
  const runs = runsOf(text.replaceAll(PICTURES, "")).map((run) =>
    isIndian(run) && canBeWritten(run) ? run : inLatin(run),
  );
  return runs.join("");
}

function inLatin(text: string): string {
  return indicToLatin(text)
    .replaceAll(/[•‘’“”—]/g, (sign) => SIGNS[sign]!)
    .replaceAll(/[^\u0020-\u007e\u00a0-\u00ff₹–…]/gu, (letter) => withoutMarks(letter))
    .replaceAll(/[^\u0020-\u007e\u00a0-\u00ff₹–…]/gu, "?");
}

/** Splits letters as people count them: a consonant with its vowel and marks is one. */
const LETTERS = new Intl.Segmenter("en-IN");

function fit(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text;
  const letters = Array.from(LETTERS.segment(text), ({ segment }) => segment);
  const cut = (length: number): string => `${letters.slice(0, length).join("").trimEnd()}…`;
  let length = letters.length - 1;
  while (length > 0 && measure(cut(length)) > width) length -= 1;
  return cut(length);
}
