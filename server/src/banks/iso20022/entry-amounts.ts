/**
 * How the amount of an entry is made up of its parts and of charges: pure arithmetic, for banks write it in many
 * ways.
 */
import { elementsOf, elementAt, textAt, type Element } from "./element.ts";
import { paiseOf } from "./read-amount.ts";

export type Side = "debit" | "credit";

/** One payment inside an entry, or one batch without its payments. */
export interface Part {
  readonly element: Element;
  readonly side: Side;
}

export interface Division {
  /** Of each part, always positive; zero for one of nothing. */
  readonly amounts: readonly bigint[];
  /** Charges that the entry includes; less than zero where they are money out. */
  readonly chargesPaise: bigint;
  /** What the parts do not explain, with its sign. */
  readonly restPaise: bigint;
}

/** Where banks write the amount of a part: what was ordered before what it became. */
const PATHS = ["AmtDtls/InstdAmt/Amt", "AmtDtls/TxAmt/Amt", "Amt", "AmtDtls/CntrValAmt/Amt", "TtlAmt"];

/**
 * The amounts of an entry's parts, by the reading that adds up, or that leaves a rest of money out; null where the
 * parts contradict the entry. `total` is less than zero for money out. A reading with the charges that the entry
 * names comes before one without.
 */
export function divide(entry: Element, total: bigint, parts: readonly Part[]): Division | null {
  const readings = readingsOf(parts);
  const charges = chargesOf(entry, parts);
  for (const amounts of readings) {
    const rest = total - sumOf(amounts, parts);
    const fitting = charges.find((paise) => paise === rest);
    if (fitting !== undefined) return { amounts, chargesPaise: fitting, restPaise: 0n };
    if (rest === 0n) return { amounts, chargesPaise: 0n, restPaise: 0n };
  }
  const lacking = readings.map((amounts) => ({ amounts, rest: total - sumOf(amounts, parts) }));
  const short = lacking.find(({ rest }) => rest < 0n === total < 0n && magnitude(rest) < magnitude(total));
  const isOne = parts.length === 1;
  if (short !== undefined && (!isOne || total < 0n))
    return { amounts: short.amounts, chargesPaise: 0n, restPaise: short.rest };
  // A part alone is all of the entry, whatever else it says of its amount.
  return isOne ? { amounts: [magnitude(total)], chargesPaise: 0n, restPaise: 0n } : null;
}

/** Each way to read the amounts of all parts, the same for all of them; and at last the first of each. */
function readingsOf(parts: readonly Part[]): bigint[][] {
  const at = (path: string, { element }: Part): bigint | null => {
    const found = elementAt(element, path);
    return found === undefined ? null : paiseOf(found);
  };
  const uniform = PATHS.map((path) => parts.map((part) => at(path, part)));
  const mixed = parts.map(
    (part) => PATHS.map((path) => at(path, part)).find((paise) => paise !== null) ?? null,
  );
  return [...uniform, mixed].flatMap((amounts) =>
    amounts.length > 0 && amounts.every((paise) => paise !== null) ? [amounts] : [],
  );
}

/** What the charges may be: as they stand with the parts or with the entry, one by one or as a total. */
function chargesOf(entry: Element, parts: readonly Part[]): bigint[] {
  const places = [parts.map(({ element }) => element), [entry]];
  return places
    .flatMap((elements) => [recordsOf(elements), totalsOf(elements)])
    .filter((paise) => paise !== 0n);
}

/** Up to version 02 each charge is a Chrgs of its own, and a record of one since. */
function recordsOf(elements: readonly Element[]): bigint {
  const charges = elements.flatMap((element) => elementsOf(element, "Chrgs"));
  const records = charges.flatMap((one) => [
    ...elementsOf(one, "Rcrd"),
    ...(elementAt(one, "Amt") ? [one] : []),
  ]);
  return records.reduce((sum, record) => {
    const amount = elementAt(record, "Amt");
    const paise = (amount && paiseOf(amount)) ?? 0n;
    return sum + (textAt(record, "CdtDbtInd") === "CRDT" ? paise : -paise);
  }, 0n);
}

function totalsOf(elements: readonly Element[]): bigint {
  const totals = elements.map((element) => elementAt(element, "Chrgs/TtlChrgsAndTaxAmt"));
  return totals.reduce((sum, total) => sum - ((total && paiseOf(total)) ?? 0n), 0n);
}

function sumOf(amounts: readonly bigint[], parts: readonly Part[]): bigint {
  return amounts.reduce((sum, paise, index) => sum + (parts[index]!.side === "debit" ? -paise : paise), 0n);
}

export function magnitude(paise: bigint): bigint {
  return paise < 0n ? -paise : paise;
}
