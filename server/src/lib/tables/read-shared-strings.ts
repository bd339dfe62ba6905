import { TableError } from "./errors.ts";
import type { Workbook } from "./open-workbook.ts";
import { scanPart } from "./scan-xml.ts";
import { CELL_CHARACTERS_MAX, TEXT_CHARACTERS_MAX } from "./table.ts";

const TEXTS_MAX = 400_000;

/** Returns the texts that cells share, by their number. Throws TableError. */
export async function readSharedStrings({ zip, sharedStrings }: Workbook): Promise<string[]> {
  if (sharedStrings === null) return [];
  const texts: string[] = [];
  let characters = 0;
  const handler = makeTextHandler("si", (text) => {
    characters += text.length;
    if (texts.push(text) > TEXTS_MAX || characters > TEXT_CHARACTERS_MAX) {
      throw new TableError("too_many_cells", {
        limit: `${TEXTS_MAX} texts or ${TEXT_CHARACTERS_MAX} characters`,
      });
    }
  });
  await scanPart(zip, sharedStrings, handler);
  return texts;
}

/** Reads text items (shared `si`, or `is` within a cell): plain or in runs, without pronunciation. */
export function makeTextHandler(
  item: string,
  take: (text: string) => void,
): {
  wantsText: boolean;
  open(name: string): void;
  close(name: string): void;
  text(text: string): void;
} {
  let inside = false;
  let inPhonetic = false;
  let text = "";
  const handler = {
    wantsText: false,
    open: (name: string) => {
      if (name === item) {
        inside = true;
        text = "";
      } else if (name === "rPh") inPhonetic = true;
      else if (name === "t" && inside && !inPhonetic) handler.wantsText = true;
    },
    close: (name: string) => {
      if (name === "t") handler.wantsText = false;
      else if (name === "rPh") inPhonetic = false;
      else if (name === item) {
        inside = false;
        take(decodeEscapes(text));
      }
    },
    text: (piece: string) => {
      text = appendCapped(text, piece);
    },
  };
  return handler;
}

/** Joins pieces of a text; of a text that is too long, keeps only as much as shows that. */
export const appendCapped = (text: string, piece: string): string =>
  text.length > KEPT_MAX ? text : text + piece.slice(0, KEPT_MAX);

/** A character may be written with seven (`_x000D_`). */
const KEPT_MAX = CELL_CHARACTERS_MAX * 7;

const decodeEscapes = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
