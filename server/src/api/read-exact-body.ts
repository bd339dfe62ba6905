import type { Fields } from "./operations/fields.ts";
import { readJsonObject } from "#http";

/** So many digits of a decimal number are kept by every double. */
const DIGITS_MAX = 15;

type Revive = (name: string, value: unknown, context: { source?: string }) => unknown;
const parseWith = JSON.parse as (text: string, revive: Revive) => unknown;

/**
 * Reads a body as `readBody` does; a number that a double may not hold as it was written comes out as NaN, which is no
 * amount. `1.0100000000000000000001` is not 1.01.
 */
export function readExactBody(raw: unknown): Fields | null {
  const fields = readJsonObject(raw);
  if (fields === null) return null;
  const text = (raw as Buffer).toString("utf8");
  // Most bodies have no run of digits that is long enough.
  if (!/[\d.]{16}/.test(text)) return fields;
  return parseWith(text, (_name, value, { source }) =>
    typeof value === "number" && source !== undefined && countDigits(source) > DIGITS_MAX
      ? Number.NaN
      : value,
  ) as Fields;
}

/** The digits that count, of a number in JSON: without sign, exponent, point, and zeros before and behind. */
function countDigits(source: string): number {
  const [mantissa = ""] = source.replace("-", "").split(/e/i);
  const [whole = "", decimals = ""] = mantissa.split(".");
  return (whole + decimals.replace(/0+$/, "")).replace(/^0+/, "").length;
}
