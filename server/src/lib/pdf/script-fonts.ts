/** The fonts of Indian scripts in PDF files. Each is read when the first name in its script is written. */
import { readFileSync } from "node:fs";

/** Plain TrueType: what a PDF holds of a font is cut out of it, which packed web fonts do not survive. */
export const FONTS = new URL("./fonts/", import.meta.url);

/** Characters of a script's block in Unicode. */
const BLOCK = 128;
/** By the first character of their blocks. */
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
 * The danda ends sentences in all of them, two signs that are not seen join letters or part them, and words beside one
 * another are one run, so that a name is found as a whole.
 */
const RUN = [...SCRIPTS.keys()]
  .map((first) => {
    const letters = `${String.fromCodePoint(first)}-${String.fromCodePoint(first + BLOCK - 1)}`;
    return `[${letters}](?:[${letters}\u0964\u0965\u200c\u200d]| (?=[${letters}]))*`;
  })
  .join("|");
const RUNS = new RegExp(`(₹|${RUN})`);

/** A text in runs of one font: the sign of the rupee and each Indian script have one of their own. */
export const runsOf = (text: string): string[] => text.split(RUNS).filter((run) => run !== "");

/** The font of a run's script; null: it is in none of them. */
function scriptOf(run: string): string | null {
  const first = run.codePointAt(0)!;
  return SCRIPTS.get(first - (first % BLOCK)) ?? null;
}

/** Whether a run is in an Indian script. */
export const isIndian = (run: string): boolean => scriptOf(run) !== null;

/** Makes the font of a run's script the one that is written with. */
export function chooseScript(doc: PDFKit.PDFDocument, run: string): PDFKit.PDFDocument {
  const name = `noto-sans-${scriptOf(run)!}`;
  const known = (doc as unknown as { readonly _registeredFonts: object })._registeredFonts;
  if (!Object.hasOwn(known, name)) doc.registerFont(name, readFileSync(new URL(`${name}.ttf`, FONTS)));
  return doc.font(name);
}

/** Whether the font of its script has all letters of a run, and lays them out. */
export function canWrite(doc: PDFKit.PDFDocument, run: string): boolean {
  const font = embeddedFont(chooseScript(doc, run));
  mendAnchors(font);
  try {
    return font.layout(run).glyphs.every(({ id }) => id !== 0);
  } catch {
    // Letters in an order that no word has; the caller writes them in Latin.
    return false;
  }
}

/** The font that pdfkit embeds a part of, as far as it is used here; pdfkit's types leave it out. */
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

/** fontkit (2.0.4) breaks off at a letter that has no place for a mark; the mark then stays where it is. */
function mendAnchors(font: Embedded): void {
  const positions = font._layoutEngine.engine?.GPOSProcessor;
  if (positions === undefined || mended.has(positions)) return;
  mended.add(positions);
  const apply = positions.applyAnchor.bind(positions);
  positions.applyAnchor = (mark, base, index) => {
    if (mark.markAnchor !== null && base !== null) apply(mark, base, index);
  };
}
