/** What fills the sentence of a refusal: each `{name}` stands for a detail. */
import { formatRupees } from "#lib/money";

/** Rupees as the contract's sentences have them: "100000", with paise only where there are some. */
export const wholeRupees = (paise: bigint): string => formatRupees(paise).replace(/\.00$/, "");

/** The details in words: `{min}` is `minPaise`, and of lists each entry is told. */
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
