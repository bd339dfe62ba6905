// The names of rails as banks write them, the same in every language.
const names: Readonly<Record<string, string>> = { paytm: "Paytm", amazonpay: "Amazon Pay", card: "Card" };

/** Returns a name such as "IMPS" or "Amazon Pay". */
export function railName(rail: string): string {
  return names[rail] ?? rail.toUpperCase();
}
