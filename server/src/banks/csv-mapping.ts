/** How one bank's CSV names what a statement needs: data that an operator writes once for each bank. */
import { BankError } from "./errors.ts";

/** Titles are those of the header row, exactly. */
export interface CsvMapping {
  readonly delimiter: "," | ";" | "\t";
  readonly date: string;
  /** In which order day, month and year stand. */
  readonly dateOrder: "dmy" | "ymd" | "mdy";
  /** Two columns of which one is filled, or one column in which a minus is a debit. */
  readonly debit?: string;
  readonly credit?: string;
  readonly amount?: string;
  /** The balance after each movement: the opening and the closing balance of a day follow from it. */
  readonly balance: string;
  readonly narration: string;
  readonly reference?: string;
  readonly utr?: string;
}

const TITLES = ["date", "balance", "narration"] as const;
const OPTIONAL = ["debit", "credit", "amount", "reference", "utr"] as const;
const DELIMITERS: readonly unknown[] = [",", ";", "\t"];
const ORDERS: readonly unknown[] = ["dmy", "ymd", "mdy"];

/** The mapping in a JSON text. Throws BankError.statement_unreadable, which names the field. */
export function readCsvMapping(json: string): CsvMapping {
  const fields = parse(json);
  const wrong = (field: string): Error =>
    BankError.statement_unreadable({ why: `the mapping's ${field} is wrong` });
  const { delimiter = ",", dateOrder } = fields;
  if (!DELIMITERS.includes(delimiter)) throw wrong("delimiter");
  if (!ORDERS.includes(dateOrder)) throw wrong("dateOrder");
  for (const name of TITLES) if (!isTitle(fields[name])) throw wrong(name);
  for (const name of OPTIONAL) if (fields[name] !== undefined && !isTitle(fields[name])) throw wrong(name);
  const known: readonly string[] = ["delimiter", "dateOrder", ...TITLES, ...OPTIONAL];
  const strange = Object.keys(fields).find((name) => !known.includes(name));
  if (strange !== undefined) throw wrong(strange);
  const { debit, credit, amount } = fields;
  const isPair = debit !== undefined && credit !== undefined && amount === undefined;
  const isSigned = amount !== undefined && debit === undefined && credit === undefined;
  if (!isPair && !isSigned) throw wrong("debit and credit, or amount,");
  return { ...fields, delimiter } as unknown as CsvMapping;
}

function parse(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // Told below, like any other text that is no mapping.
  }
  throw BankError.statement_unreadable({ why: "the mapping is no JSON object" });
}

function isTitle(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
