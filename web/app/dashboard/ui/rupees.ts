// Money is decimal text on the wire and whole paise (bigint) here: never a number with a fraction.

const amount = /^(-?)(\d+)(?:\.(\d{1,2}))?$/;

/** Paise of a decimal text such as "100000.00"; undefined when it is none. */
export function paiseOf(text: string): bigint | undefined {
  const match = amount.exec(text);
  if (!match) return undefined;
  const [, sign = "", whole = "0", part = ""] = match;
  const paise = BigInt(whole) * 100n + BigInt(part.padEnd(2, "0"));
  return sign === "" ? paise : -paise;
}

/** "100000.00", as the API writes amounts. */
export function decimalOf(paise: bigint): string {
  const digits = (paise < 0n ? -paise : paise).toString().padStart(3, "0");
  return `${paise < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The exact sum of decimal texts, as decimal text. */
export function sumOf(texts: Iterable<string>): string {
  let sum = 0n;
  for (const text of texts) sum += paiseOf(text) ?? 0n;
  return decimalOf(sum);
}

/** "12,34,567": digits in lakh and crore. */
function groupIndian(digits: string): string {
  const last = digits.slice(-3);
  const rest = digits.slice(0, -3);
  return rest === "" ? last : `${rest.replace(/\B(?=(\d\d)+$)/g, ",")},${last}`;
}

/** "₹1,00,000.00", negative with a real minus. Always two places. */
export function formatRupees(text: string): string {
  const paise = paiseOf(text);
  if (paise === undefined) return text;
  const [whole = "", part = ""] = decimalOf(paise < 0n ? -paise : paise).split(".");
  return `${paise < 0n ? "−" : ""}₹${groupIndian(whole)}.${part}`;
}

const spoken = /^(\d+(?:\.\d+)?)\s*(k|l|lac|lakh|lakhs|cr|crore|crores)$/i;
const factors: Record<string, bigint> = { k: 1_000n, l: 100_000n, c: 10_000_000n };

/**
 * What someone typed as an amount, as decimal text with two places: "1,25,000", "125000.5", "1.25 lakh".
 * undefined when it is no amount, or finer than a paisa.
 */
export function readAmount(typed: string): string | undefined {
  const bare = typed.trim().replace(/^₹\s*/, "").replaceAll(",", "");
  const words = spoken.exec(bare);
  if (!words) {
    const paise = bare.startsWith("-") ? undefined : paiseOf(bare.replace(/\.$/, ""));
    return paise === undefined ? undefined : decimalOf(paise);
  }
  const [, count = "", unit = ""] = words;
  const [whole = "", part = ""] = count.split(".");
  const scale = 10n ** BigInt(part.length);
  const scaled = BigInt(whole + part) * (factors[unit.charAt(0).toLowerCase()] ?? 1n) * 100n;
  return scaled % scale === 0n ? decimalOf(scaled / scale) : undefined;
}

/** Why a text is no amount that could be sent; undefined: it is one. */
export type AmountProblem = "too_fine" | "too_large" | "not_an_amount";

/** What is wrong with a typed amount: it is finer than a paisa, too long, or not written in digits. */
export function problemOf(typed: string): AmountProblem | undefined {
  const read = readAmount(typed);
  // 13 digits of rupees, as the API takes them.
  if (read !== undefined) return read.length > 16 ? "too_large" : undefined;
  return /^\d*\.\d{3,}$/.test(typed.trim().replace(/^₹\s*/, "").replaceAll(",", ""))
    ? "too_fine"
    : "not_an_amount";
}

/** Grouped while it is typed: what is no plain number stays as it is. */
export function groupTyped(typed: string): string {
  const bare = typed.replaceAll(",", "");
  const match = /^(\d+)(\.\d*)?$/.exec(bare);
  return match ? groupIndian((match[1] ?? "").replace(/^0+(?=\d)/, "")) + (match[2] ?? "") : typed;
}
