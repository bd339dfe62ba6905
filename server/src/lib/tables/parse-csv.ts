import { decodeText } from "./decode-text.ts";
import { TableError } from "./errors.ts";
import type { Gatherer } from "./gather-rows.ts";
import { countTitles, nameColumn } from "./match-header.ts";
import { scanCsv } from "./scan-csv.ts";
import type { Cell, TableOptions } from "./table.ts";

/** What separates cells, told by the header row: the most titles win, the comma when in doubt. */
const DELIMITERS = [",", ";", "\t"] as const;

/** Reads a CSV file into the gatherer. Throws TableError. */
export function parseCsv(bytes: Buffer, options: TableOptions, gatherer: Gatherer): void {
  const { text, fault } = decodeText(bytes);
  const delimiter = findDelimiter(text, options);
  if (fault !== null) {
    const place = findPlace(text, fault.at, delimiter);
    throw new TableError(fault.kind, { ...place, found: fault.found });
  }
  scanCsv({
    text,
    delimiter,
    take: (fields, rowNumber) => {
      if (fields.length === 1 && fields[0] === "") return;
      const cells = fields.map((field): Cell => ({ kind: "text", text: field }));
      gatherer.take({ rowNumber, cells, width: fields.length });
    },
    nameColumn: gatherer.nameColumn,
  });
}

function findDelimiter(text: string, options: TableOptions): string {
  // Blank lines before the header are not gone through once for each delimiter.
  const first = text.search(/\S/);
  if (first === -1) return ",";
  const beginning = text.slice(text.lastIndexOf("\n", first) + 1);
  let best: { delimiter: string; titles: number } = { delimiter: ",", titles: 0 };
  for (const delimiter of DELIMITERS) {
    const titles = countTitles(readFirstRecord(beginning, delimiter) ?? [], options);
    if (titles > best.titles) best = { delimiter, titles };
  }
  return best.delimiter;
}

/** The first record that is not blank; null when this delimiter makes none of it. */
function readFirstRecord(text: string, delimiter: string): string[] | null {
  let first: string[] | null = null;
  try {
    scanCsv({
      text,
      delimiter,
      take: (fields) => {
        if (fields.every((field) => field.trim() === "")) return true;
        first = fields;
        return false;
      },
      nameColumn: () => "",
    });
  } catch (error) {
    // A quote in the wrong place says that this is not the delimiter, or is said again by the whole scan.
    if (!TableError.is(error)) throw error;
  }
  return first;
}

/** The row and column of a character. */
function findPlace(text: string, at: number, delimiter: string): { row: number; column: string } {
  const titles = readFirstRecord(text.slice(0, at), delimiter) ?? [];
  let [row, index, quoted] = [1, 0, false];
  for (let position = 0; position < at; position += 1) {
    const character = text[position];
    if (character === '"') quoted = !quoted;
    if (quoted) continue;
    if (character === delimiter) index += 1;
    if (character === "\n" || (character === "\r" && text[position + 1] !== "\n")) {
      row += 1;
      index = 0;
    }
  }
  return { row, column: nameColumn(row === 1 ? [] : titles, index) };
}
