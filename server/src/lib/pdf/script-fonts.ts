/** The fonts of Indian scripts in PDF files. Each is read when the first text in its script is written. */
import { readFileSync } from "node:fs";

/** Plain TrueType: a PDF gets only a part of each font, which cannot be cut out of packed web fonts. */
export const FONTS = new URL("./fonts/", import.meta.url);

/** The number of characters in a script's Unicode block. */
const BLOCK = 128;
/** The scripts by the first character of their blocks. */
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
export const runsOf = (text: string): string[] => text.split(RUNS).filter((run) => run !== "");

/** Returns the script of a run; null if it is none of them. */
function scriptOf(run: string): string | null {
  const first = run.codePointAt(0)!;
  return SCRIPTS.get(first - (first % BLOCK)) ?? null;
}

/** Returns true if a run is in an Indian script. */
export const isIndian = (run: string): boolean => scriptOf(run) !== null;

/** Selects the font of a run's script. */
export function chooseScript(doc: PDFKit.PDFDocument, run: string): PDFKit.PDFDocument {
  const name = `noto-sans-${scriptOf(run)!}`;
  const known = (doc as unknown as { readonly _registeredFonts: object })._registeredFonts;
  if (!Object.hasOwn(known, name)) doc.registerFont(name, readFileSync(new URL(`${name}.ttf`, FONTS)));
  return doc.font(name);
}

/** Returns true if the font of its script has all letters of a run and can lay them out. */
export function canWrite(doc: PDFKit.PDFDocument, run: string): boolean {
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
