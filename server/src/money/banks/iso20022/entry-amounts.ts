/**
 * Divides the amount of an entry into its parts and charges. This is pure arithmetic, because banks write it in many
 * ways.
 */
import type { Side } from "#banks";
import { type Element, elementAt, elementsOf, paiseOf, textAt } from "./read-message.ts";

/** One payment inside an entry, or one batch without its payments. */
export interface EntryPart {
  readonly element: Element;
  readonly side: Side;
}

interface Division {
  /** The amount of each part, never negative; zero if it has none. */
  readonly amounts: readonly bigint[];
  /** Charges that the entry includes; negative if they are money out. */
  readonly chargesPaise: bigint;
  /** The amount that the parts do not explain, with its sign. */
  readonly restPaise: bigint;
  /** Charges that the amount of the only part may include besides the payment: the entry fits both ways. */
  readonly within: readonly bigint[];
}

/** The places where banks write the amount of a part: the ordered amount comes before the converted one. */
const PATHS = [
  "AmtDtls/InstdAmt/Amt",
  "AmtDtls/TxAmt/Amt",
  "Amt",
  "AmtDtls/CntrValAmt/Amt",
  "TtlAmt",
] as const;

/**
 * Divides an entry into the amounts of its parts, using the reading that adds up, or one that leaves a rest of money
 * out; null if the parts contradict the entry. `total` is negative for money out. A reading with the charges that the
 * entry names is preferred to one without.
 */
export function divide(entry: Element, total: bigint, parts: readonly EntryPart[]): Division | null {
  const readings = readingsOf(parts);
  const charges = chargesOf(entry, parts);
  for (const amounts of readings) {
    const rest = total - sumOf(amounts, parts);
    const fitting = charges.find((paise) => paise === rest);
    if (fitting !== undefined) return { amounts, chargesPaise: fitting, restPaise: 0n, within: [] };
    if (rest === 0n)
      return { amounts, chargesPaise: 0n, restPaise: 0n, within: takenBeside(parts, magnitude(total)) };
  }
  const lacking = readings.map((amounts) => ({ amounts, rest: total - sumOf(amounts, parts) }));
  const short = lacking.find(({ rest }) => rest < 0n === total < 0n && magnitude(rest) < magnitude(total));
  const isOne = parts.length === 1;
  if (short !== undefined && (!isOne || total < 0n))
    return { amounts: short.amounts, chargesPaise: 0n, restPaise: short.rest, within: [] };
  if (!isOne) return null;
  // A single part is the whole entry, whatever it says about its own amount.
  const within = readings.length === 0 ? chargesWithin(entry, total, parts) : [];
  return { amounts: [magnitude(total)], chargesPaise: 0n, restPaise: 0n, within };
}

/** Returns the amount that a single debit took beyond the ordered amount, if the bank states both. */
function takenBeside(parts: readonly EntryPart[], total: bigint): bigint[] {
  const [part, ...others] = parts;
  const ordered = part?.side === "debit" && others.length === 0 ? amountAt(part, PATHS[0]) : null;
  return ordered !== null && ordered > 0n && ordered < total ? [total - ordered] : [];
}

/**
 * Returns the charges that money out may include if its parts do not state their amounts: one for each way to read
 * them.
 */
export function chargesWithin(entry: Element, total: bigint, parts: readonly EntryPart[]): bigint[] {
  const places = [entry, ...parts.map(({ element }) => element)];
  const records = places.flatMap((place) => elementsOf(place, "Chrgs")).flatMap(recordsIn);
  if (records.some((record) => /^(?:false|0)$/.test(textAt(record, "ChrgInclInd") ?? ""))) return [];
  const possible = chargesOf(entry, parts).filter((paise) => paise < 0n && paise > total);
  return [...new Set(possible.map(magnitude))];
}

/** Returns the amount of a part, as far as it has one. */
export function amountOf(part: EntryPart): bigint | null {
  return PATHS.map((path) => amountAt(part, path)).find((paise) => paise !== null) ?? null;
}

function amountAt({ element }: EntryPart, path: string): bigint | null {
  const found = elementAt(element, path);
  return found === undefined ? null : paiseOf(found);
}

/**
 * Returns the possible readings of the parts' amounts. Each takes the amount of every part from the same path; the last
 * takes the first amount that each part has.
 */
function readingsOf(parts: readonly EntryPart[]): bigint[][] {
  const uniform = PATHS.map((path) => parts.map((part) => amountAt(part, path)));
  const mixed = parts.map(amountOf);
  return [...uniform, mixed].flatMap((amounts) =>
    amounts.length > 0 && amounts.every((paise) => paise !== null) ? [amounts] : [],
  );
}

/** Returns what the charges may be: those stated with the parts or with the entry, one by one or as a total. */
function chargesOf(entry: Element, parts: readonly EntryPart[]): bigint[] {
  const places = [parts.map(({ element }) => element), [entry]];
  return places
    .flatMap((elements) => [recordsOf(elements), totalsOf(elements)])
    .filter((paise) => paise !== 0n);
}

/** Up to version 02, each charge is its own Chrgs; since then it is a record inside one. */
function recordsOf(elements: readonly Element[]): bigint {
  const records = elements.flatMap((element) => elementsOf(element, "Chrgs")).flatMap(recordsIn);
  return records.reduce((sum, record) => {
    const amount = elementAt(record, "Amt");
    const paise = (amount && paiseOf(amount)) ?? 0n;
    return sum + (textAt(record, "CdtDbtInd") === "CRDT" ? paise : -paise);
  }, 0n);
}

function recordsIn(charges: Element): readonly Element[] {
  return [...elementsOf(charges, "Rcrd"), ...(elementAt(charges, "Amt") ? [charges] : [])];
}

function totalsOf(elements: readonly Element[]): bigint {
  const totals = elements.map((element) => elementAt(element, "Chrgs/TtlChrgsAndTaxAmt"));
  return totals.reduce((sum, total) => sum - ((total && paiseOf(total)) ?? 0n), 0n);
}

function sumOf(amounts: readonly bigint[], parts: readonly EntryPart[]): bigint {
  return amounts.reduce((sum, paise, index) => sum + (parts[index]!.side === "debit" ? -paise : paise), 0n);
}

export function magnitude(paise: bigint): bigint {
  return paise < 0n ? -paise : paise;
}
