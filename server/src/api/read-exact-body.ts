import type { Fields } from "./operations/fields.ts";
import { readBodyText, readJsonObject } from "#lib/read-json";

/** So many digits of a decimal number are kept by every double. */
const DIGITS_MAX = 15;
/** No number of ours takes more; counting the digits of a longer one would take its square. */
const NUMBER_LENGTH_MAX = 64;

type Revive = (name: string, value: unknown, context: { source?: string }) => unknown;
const parseWith = JSON.parse as (text: string, revive: Revive) => unknown;

/** What stands for a number with more decimals than an amount has: any reader of amounts says so of it. */
const TOO_FINE = Number.MIN_VALUE;

/**
 * Reads a body as `readJsonObject` does; a number that a double may not hold as it was written comes out as NaN, or as
 * one that is too fine where its decimals are too many for an amount. `1.0100000000000000000001` is not 1.01.
 */
export function readExactBody(raw: unknown): Fields | null {
  const fields = readJsonObject(raw);
  if (fields === null) return null;
  const text = readBodyText(raw as Buffer)!;
  // Most bodies have no number with so many digits.
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

/** The digits that count, of a number in JSON: without sign, exponent, point, and zeros before and behind. */
function countDigits(source: string): number {
  const [mantissa = ""] = source.replace("-", "").split(/e/i);
  const [whole = "", decimals = ""] = mantissa.split(".");
  return (whole + decimals.replace(/0+$/, "")).replace(/^0+/, "").length;
}
