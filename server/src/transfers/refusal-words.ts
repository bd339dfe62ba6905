/** Fills the sentence of a refusal: each `{name}` stands for a detail. */
import { formatRupees } from "#lib/money";

/** Formats rupees as in the contract's sentences: "100000", with paise only if there are any. */
export const wholeRupees = (paise: bigint): string => formatRupees(paise).replace(/\.00$/, "");

/** Returns the details as words: `{min}` is `minPaise`, and every entry of a list is named. */
export function refusalWords(
  details: Readonly<Record<string, unknown>>,
  rupees: (paise: bigint) => string = wholeRupees,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name.replace(/Paise$/, ""), inWords(value, rupees)]),
  );
}

function inWords(value: unknown, rupees: (paise: bigint) => string): string {
  if (typeof value === "bigint") return rupees(value);
  return Array.isArray(value) ? value.join(", ") : String(value);
}
