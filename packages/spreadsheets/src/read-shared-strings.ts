import { TableError } from "./errors.ts";
import type { CellContext } from "./make-cell.ts";
import { isTrue, type Workbook } from "./open-workbook.ts";
import { readAttributes, scanPart } from "./scan-xml.ts";
import { CELL_CHARACTERS_MAX, TEXT_CHARACTERS_MAX } from "./table.ts";

const TEXTS_MAX = 400_000;

/** Returns the texts that cells share, by their number. Throws TableError. */
export async function readSharedStrings({
  zip,
  sharedStrings,
}: Workbook): Promise<Pick<CellContext, "texts" | "struckTexts">> {
  const texts: string[] = [];
  const struckTexts = new Map<number, boolean>();
  if (sharedStrings === null) return { texts, struckTexts };
  let characters = 0;
  const handler = makeTextHandler("si", (text, struck) => {
    if (struck !== null) struckTexts.set(texts.length, struck);
    characters += text.length;
    if (texts.push(text) > TEXTS_MAX || characters > TEXT_CHARACTERS_MAX) {
      throw new TableError("too_many_cells", {
        limit: `${TEXTS_MAX} texts or ${TEXT_CHARACTERS_MAX} characters`,
      });
    }
  });
  await scanPart(zip, sharedStrings, handler);
  return { texts, struckTexts };
}

/**
 * Reads text items (shared `si`, or `is` within a cell): plain or in runs, without pronunciation. `struck` is true if
 * some of a text is struck through, and null if it is as the style of its cell says.
 */
export function makeTextHandler(
  item: string,
  take: (text: string, struck: boolean | null) => void,
): {
  wantsText: boolean;
  open(name: string, attributes: string): void;
  close(name: string): void;
  text(text: string): void;
} {
  let inside = false;
  let inPhonetic = false;
  let text = "";
  /** The strike-through of each run, and that of the open run. */
  let strikes: (boolean | null)[] = [];
  let [strike, runStart]: [boolean | null, number] = [null, 0];
  const handler = {
    wantsText: false,
    open: (name: string, attributes: string) => {
      if (name === item) {
        inside = true;
        [text, strikes] = ["", []];
      } else if (name === "r") [strike, runStart] = [null, text.length];
      else if (name === "rPr") strike = false;
      else if (name === "strike") strike = isOn(attributes);
      else if (name === "rPh") inPhonetic = true;
      else if (name === "t" && inside && !inPhonetic) handler.wantsText = true;
    },
    close: (name: string) => {
      if (name === "t") handler.wantsText = false;
      else if (name === "rPh") inPhonetic = false;
      else if (name === "r") {
        if (text.slice(runStart).trim() !== "") strikes.push(strike);
      } else if (name === item) {
        inside = false;
        const isAsCell = strikes.length === 0 || strikes.includes(null);
        take(decodeEscapes(text), strikes.includes(true) || (isAsCell ? null : false));
      }
    },
    text: (piece: string) => {
      text = appendCapped(text, piece);
    },
  };
  return handler;
}

/** Returns true if a property of a font is on: it is unless it says otherwise. */
export const isOn = (attributes: string): boolean => isTrue(readAttributes(attributes).get("val") ?? "1");

/** Joins pieces of a text; of a text that is too long, keeps only as much as shows that. */
export const appendCapped = (text: string, piece: string): string =>
  text.length > KEPT_MAX ? text : text + piece.slice(0, KEPT_MAX);

/** A character may be written with seven (`_x000D_`). */
const KEPT_MAX = CELL_CHARACTERS_MAX * 7;

const decodeEscapes = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
