// Money is decimal text in the API and whole paise (bigint) here, never a number with a fraction.
import { amountDigits } from "@vitaran/spreadsheets/amount-digits";

const amount = /^(-?)(\d+)(?:\.(\d{1,2}))?$/;

/** Returns the paise of a decimal text such as "100000.00", or undefined if it is not one. */
export function paiseOf(text: string): bigint | undefined {
  const match = amount.exec(text);
  if (!match) return undefined;
  const [, sign = "", whole = "0", part = ""] = match;
  const paise = BigInt(whole) * 100n + BigInt(part.padEnd(2, "0"));
  return sign === "" ? paise : -paise;
}

/** Returns "100000.00", the format of amounts in the API. */
export function decimalOf(paise: bigint): string {
  const digits = (paise < 0n ? -paise : paise).toString().padStart(3, "0");
  return `${paise < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Returns the exact sum of decimal texts, as decimal text. */
export function sumOf(texts: Iterable<string>): string {
  let sum = 0n;
  for (const text of texts) sum += paiseOf(text) ?? 0n;
  return decimalOf(sum);
}

/** Groups digits in lakh and crore: "12,34,567". */
function groupIndian(digits: string): string {
  const last = digits.slice(-3);
  const rest = digits.slice(0, -3);
  return rest === "" ? last : `${rest.replace(/\B(?=(\d\d)+$)/g, ",")},${last}`;
}

/** Formats an amount as "₹1,00,000.00", always with two decimals, and with a real minus sign if it is negative. */
export function formatRupees(text: string): string {
  const paise = paiseOf(text);
  if (paise === undefined) return text;
  const [whole = "", part = ""] = decimalOf(paise < 0n ? -paise : paise).split(".");
  return `${paise < 0n ? "−" : ""}₹${groupIndian(whole)}.${part}`;
}

const spoken = /^(.*?\d)\s*(k|l|lac|lakh|lakhs|cr|crore|crores)$/i;
const factors: Record<string, bigint> = { k: 1_000n, l: 100_000n, c: 10_000_000n };

/**
 * Reads typed amounts such as "1,25,000", "Rs. 500/-" and "1.25 lakh", and returns decimal text with two decimals.
 * Undefined if the text is not an amount, is more precise than a paisa, or is grouped ambiguously ("1,25,0").
 */
export function readAmount(typed: string): string | undefined {
  const words = spoken.exec(typed.trim());
  const [whole, part = ""] = /^(\d+)(?:\.(\d+))?$/.exec(amountDigits(words?.[1] ?? typed))?.slice(1) ?? [];
  if (whole === undefined || (words === null && part.length > 2)) return undefined;
  const scale = 10n ** BigInt(part.length);
  const scaled = BigInt(whole + part) * (factors[words?.[2]?.charAt(0).toLowerCase() ?? ""] ?? 1n) * 100n;
  return scaled % scale === 0n ? decimalOf(scaled / scale) : undefined;
}

/** The reason why a text is not an amount that can be sent. */
export type AmountProblem = "too_fine" | "too_large" | "unclear" | "not_an_amount";

/** Returns what is wrong with a typed amount, or undefined if nothing is. */
export function problemOf(typed: string): AmountProblem | undefined {
  const read = readAmount(typed);
  // The API takes up to 13 digits of rupees.
  if (read !== undefined) return read.length > 16 ? "too_large" : undefined;
  const digits = amountDigits(typed);
  if (/^\d*\.\d{3,}$/.test(digits)) return "too_fine";
  return /^\d[\d,.\s]*$/.test(digits) ? "unclear" : "not_an_amount";
}

/** True if commas are in places where no amount has them. */
const isUnclear = (text: string): boolean => amountDigits(text).includes(",");

/**
 * Groups the digits while the user types. Text that is not a plain number stays as it is, and so does pasted text with
 * commas in wrong places. `before` is the previous text.
 */
export function groupTyped(typed: string, before = ""): string {
  const pasted = insertedInto(before, typed);
  const isPasted = isUnclear(before) || (pasted.length > 1 && pasted.includes(","));
  const match = isPasted && isUnclear(typed) ? null : /^(\d+)(\.\d*)?$/.exec(typed.replaceAll(",", ""));
  return match ? groupIndian((match[1] ?? "").replace(/^0+(?=\d)/, "")) + (match[2] ?? "") : typed;
}

/** Returns the new part of a text, between the beginning and the end that it shares with the previous one. */
function insertedInto(before: string, typed: string): string {
  const most = Math.min(before.length, typed.length);
  let start = 0;
  while (start < most && before[start] === typed[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === typed.at(-1 - end)) end += 1;
  return typed.slice(start, typed.length - end);
}
