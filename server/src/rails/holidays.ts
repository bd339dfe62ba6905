/** Bank holidays: a dated table per office or state, as CSV, so that a published list can be pasted in. */
import { readFileSync } from "node:fs";

export interface BankHoliday {
  /** Date in India, `YYYY-MM-DD`. */
  readonly date: string;
  /** The state or RBI office that observes it; `all` for the whole country. */
  readonly office: string;
  readonly name: string;
}

const HEADER = "date,office,name";
const LINE = /^(\d{4}-\d{2}-\d{2}),([a-z][a-z-]*),([^",]+)$/;

/**
 * Reads a holiday table: a header line `date,office,name`, then one line per holiday; lines that begin with
 * `#` are remarks. Throws at the first line that it cannot read, with its number, so that no holiday is lost.
 */
export function parseHolidays(csv: string): BankHoliday[] {
  const lines = csv.split(/\r?\n/).map((text, index) => ({ text: text.trim(), number: index + 1 }));
  const [header, ...rows] = lines.filter(({ text }) => text !== "" && !text.startsWith("#"));
  if (header?.text !== HEADER) throw new Error(`a holiday table begins with the line "${HEADER}"`);
  return rows.map(({ text, number }) => {
    const [, date, office, name] = LINE.exec(text) ?? [];
    if (date === undefined || office === undefined || name === undefined || !isDate(date)) {
      throw new Error(`line ${number} of the holiday table is not "YYYY-MM-DD,office,name": ${text}`);
    }
    return { date, office, name };
  });
}

function isDate(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** The table we ship: the national holidays, on which banks are shut in every state. */
export const BANK_HOLIDAYS: readonly BankHoliday[] = parseHolidays(
  readFileSync(new URL("./data/bank-holidays.csv", import.meta.url), "utf8"),
);
