/** Reads a body, and single fields of a request with the contract's tolerances. */
import type { Fields } from "#http";
import { readBodyText, readJsonObject } from "#lib/read-json";

/**
 * Returns the value of a field. A field counts as absent if it is missing, null, an empty text, or the text
 * `undefined`, which some clients send when they have no value.
 */
export function readField(fields: Fields, name: string): unknown {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return value === null || value === "" || value === "undefined" ? undefined : value;
}

/**
 * Reads a text field: undefined if absent, null if it is not a text: a number, a list, a field given twice,
 * or a text with characters that no database stores (NUL, half of a surrogate pair).
 */
export function readText(fields: Fields, name: string): string | null | undefined {
  const value = readField(fields, name);
  if (typeof value !== "string") return value === undefined ? undefined : null;
  return value.includes("\u0000") || !value.isWellFormed() ? null : value;
}

/** Every double keeps this many digits of a decimal number. */
const DIGITS_MAX = 15;
/** Longer numbers are refused, because counting their digits takes quadratic time and no field needs them. */
const NUMBER_LENGTH_MAX = 64;

type Revive = (name: string, value: unknown, context: { source?: string }) => unknown;
const parseWith = JSON.parse as (text: string, revive: Revive) => unknown;

/** Stands for a number with more decimals than an amount has: every reader of amounts reports it as such. */
const TOO_FINE = Number.MIN_VALUE;

/**
 * Reads a body like `readJsonObject`. A number that a double may not hold as written becomes NaN, or
 * `TOO_FINE` if it has too many decimals for an amount. `1.0100000000000000000001` is not 1.01.
 */
export function readExactBody(raw: unknown): Fields | null {
  const fields = readJsonObject(raw);
  if (fields === null) return null;
  const text = readBodyText(raw as Buffer)!;
  // Most bodies contain no number with this many digits, so they are not parsed again.
  if (!/[:,[\s]-?[\d.]{16}/.test(text)) return fields;
  return parseWith(text, (_name, value, { source }) =>
    typeof value === "number" && source !== undefined && isTooExact(source)
      ? placeholderOf(source.slice(0, NUMBER_LENGTH_MAX))
      : value,
  ) as Fields;
}

const isTooExact = (source: string): boolean =>
  source.length > NUMBER_LENGTH_MAX || countDigits(source) > DIGITS_MAX;

function placeholderOf(source: string): number {
  return /^\d{1,13}\.\d\d\d*[1-9]\d*$/.test(source) ? TOO_FINE : Number.NaN;
}

/** Counts the significant digits of a JSON number: no sign, exponent, point, leading or trailing zeros. */
function countDigits(source: string): number {
  const [mantissa = ""] = source.replace("-", "").split(/e/i);
  const [whole = "", decimals = ""] = mantissa.split(".");
  return (whole + decimals.replace(/0+$/, "")).replace(/^0+/, "").length;
}
