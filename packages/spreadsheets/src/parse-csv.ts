import { decodeText } from "./decode-text.ts";
import type { Gatherer } from "./gather-rows.ts";
import { countTitles } from "./match-header.ts";
import { scanCsv } from "./scan-csv.ts";
import { LINES_ABOVE_MAX, type Cell, type TableOptions } from "./table.ts";

/** The separators if the file names none: the most titles win, then the most cells, then the comma. */
const DELIMITERS = [",", ";", "\t", "|"] as const;

/** The line that tells spreadsheet programs the separator. They do not show it, so it does not count as a row. */
const HINT = /^"?sep=(\\t|[^\r\n"])"?[ \t]*(?:\r\n|[\r\n]|$)/i;

/** Reads a CSV file into the gatherer. Throws TableError. */
export function parseCsv(bytes: Buffer, options: TableOptions, gatherer: Gatherer): void {
  const whole = decodeText(bytes);
  const [hint, named = null] = HINT.exec(whole) ?? [""];
  const text = whole.slice(hint.length);
  const delimiter = findDelimiter(text, named === "\\t" ? "\t" : named, options);
  scanCsv({
    text,
    delimiter,
    keepsRecords: true,
    take: (fields, rowNumber, faults) => {
      if (fields.length === 1 && fields[0] === "") return;
      const cells = fields.map((field): Cell => ({ kind: "text", text: field }));
      for (const { index, code } of faults) cells[index] = { kind: "fault", code };
      gatherer.take({ rowNumber, cells, width: fields.length });
    },
    nameColumn: gatherer.nameColumn,
  });
}

/** Returns the separator that makes an early row the header; the one that the file names comes first. */
function findDelimiter(text: string, named: string | null, options: TableOptions): string {
  const candidates = [...(named === null ? [] : [named]), ...DELIMITERS].map((delimiter) => ({
    delimiter,
    ...judgeDelimiter(text, delimiter, options),
  }));
  const [first] = candidates;
  const most = Math.max(...candidates.map(({ titles }) => titles));
  if (named !== null && (first!.titles > 0 || most === 0)) return named;
  const best = candidates.filter(({ titles }) => titles === most);
  return best.reduce((one, other) => (other.cells > one.cells ? other : one)).delimiter;
}

/** Counts what a separator makes of the first rows: the most titles in one, and the cells of the first. */
function judgeDelimiter(
  text: string,
  delimiter: string,
  options: TableOptions,
): { titles: number; cells: number } {
  const rows: string[][] = [];
  scanCsv({
    text: text.trimStart(),
    delimiter,
    keepsRecords: true,
    take: (fields) => {
      if (fields.some((field) => field.trim() !== "")) rows.push(fields);
      return rows.length <= LINES_ABOVE_MAX;
    },
    nameColumn: () => "",
  });
  const titles = Math.max(0, ...rows.map((fields) => countTitles(fields, options)));
  return { titles, cells: rows[0]?.length ?? 0 };
}
