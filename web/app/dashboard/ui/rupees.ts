// Money is decimal text on the wire and whole paise (bigint) here: never a number with a fraction.
import { amountDigits } from "@vitaran/server/src/lib/amount-digits.ts";

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

const spoken = /^(.*?\d)\s*(k|l|lac|lakh|lakhs|cr|crore|crores)$/i;
const factors: Record<string, bigint> = { k: 1_000n, l: 100_000n, c: 10_000_000n };

/**
 * What someone typed as an amount, as decimal text with two places: "1,25,000", "Rs. 500/-", "1.25 lakh". undefined when
 * it is no amount, is finer than a paisa, or is grouped so that it could be several ("1,25,0").
 */
export function readAmount(typed: string): string | undefined {
  const words = spoken.exec(typed.trim());
  const [whole, part = ""] = /^(\d+)(?:\.(\d+))?$/.exec(amountDigits(words?.[1] ?? typed))?.slice(1) ?? [];
  if (whole === undefined || (words === null && part.length > 2)) return undefined;
  const scale = 10n ** BigInt(part.length);
  const scaled = BigInt(whole + part) * (factors[words?.[2]?.charAt(0).toLowerCase() ?? ""] ?? 1n) * 100n;
  return scaled % scale === 0n ? decimalOf(scaled / scale) : undefined;
}

/** Why a text is no amount that could be sent; undefined: it is one. */
export type AmountProblem = "too_fine" | "too_large" | "unclear" | "not_an_amount";

/** What is wrong with a typed amount: finer than a paisa, too long, grouped as no amount is, or not in digits. */
export function problemOf(typed: string): AmountProblem | undefined {
  const read = readAmount(typed);
  // 13 digits of rupees, as the API takes them.
  if (read !== undefined) return read.length > 16 ? "too_large" : undefined;
  const digits = amountDigits(typed);
  if (/^\d*\.\d{3,}$/.test(digits)) return "too_fine";
  return /^\d[\d,.\s]*$/.test(digits) ? "unclear" : "not_an_amount";
}

/** Whether commas stand where no amount has them. */
const isUnclear = (text: string): boolean => amountDigits(text).includes(",");

/**
 * Grouped while it is typed: what is no plain number stays as it is, and so does what was pasted with commas that fit no
 * amount. `before` is what stood there.
 */
export function groupTyped(typed: string, before = ""): string {
  const pasted = insertedInto(before, typed);
  const isPasted = isUnclear(before) || (pasted.length > 1 && pasted.includes(","));
  const match = isPasted && isUnclear(typed) ? null : /^(\d+)(\.\d*)?$/.exec(typed.replaceAll(",", ""));
  return match ? groupIndian((match[1] ?? "").replace(/^0+(?=\d)/, "")) + (match[2] ?? "") : typed;
}

/** What is new in a text between the beginning and the end that it has in common with the one before. */
function insertedInto(before: string, typed: string): string {
  const most = Math.min(before.length, typed.length);
  let start = 0;
  while (start < most && before[start] === typed[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === typed.at(-1 - end)) end += 1;
  return typed.slice(start, typed.length - end);
}
