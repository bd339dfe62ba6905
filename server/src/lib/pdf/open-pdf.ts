/** PDF files for people: A4, our fonts, figures that stand under each other. */
import { readFileSync } from "node:fs";
import { indicToLatin, withoutMarks } from "#lib/to-latin";

export type PdfFont = "sans" | "mono";

export interface TextBox {
  /** From the left and the top edge of the page, in points. */
  readonly x: number;
  readonly y: number;
  /** What does not fit is cut, with an ellipsis. */
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
  /** Ends the file and answers all of it. */
  finish(): Promise<Buffer>;
}

/** Plain TrueType: what a PDF holds of a font is cut out of it, which packed web fonts do not survive. */
const FONTS = new URL("./fonts/", import.meta.url);
const FILES: Readonly<Record<PdfFont, string>> = { sans: "ibm-plex-sans", mono: "ibm-plex-mono" };
const INK = "#1b1b1f";

/** Begins a PDF file with one empty page. `title` is what readers call it. */
export async function openPdf({ title, at }: { title: string; at: Date }): Promise<Pdf> {
  // Loaded on first use: it is large, and few processes make PDF files.
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
    doc.font(run === "₹" ? `${font}-rupee` : font).fontSize(size);
  const shown = fit(writable(text), width, measure);
  let at = align === "right" ? x + width - measure(shown) : x;
  for (const run of runsOf(shown)) {
    choose(run).fillColor(color).text(run, at, y, { lineBreak: false });
    at += doc.widthOfString(run);
  }
}

/** The sign of the rupee has a file of its own. */
const runsOf = (text: string): string[] => text.split(/(₹)/).filter((run) => run !== "");

const SIGNS: Readonly<Record<string, string>> = {
  "•": "X",
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "—": "–",
};

/**
 * What our fonts can write: Latin with accents. Indian scripts are transliterated, the dots of a mask are X, and a
 * letter of another script is shown as one that is missing.
 */
export function writable(text: string): string {
  return indicToLatin(text)
    .replaceAll(/[•‘’“”—]/g, (sign) => SIGNS[sign]!)
    .replaceAll(/[^\u0020-\u007e\u00a0-\u00ff₹–…]/gu, (letter) => withoutMarks(letter))
    .replaceAll(/[^\u0020-\u007e\u00a0-\u00ff₹–…]/gu, "?");
}

function fit(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text;
  let length = text.length - 1;
  while (length > 0 && measure(`${text.slice(0, length)}…`) > width) length -= 1;
  return `${text.slice(0, length).trimEnd()}…`;
}
