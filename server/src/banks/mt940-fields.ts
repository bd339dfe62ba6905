/** The fields of an MT940 file, and the small forms that stand in them. */

export interface Field {
  readonly tag: string;
  readonly text: string;
  /** Where it begins, from 1. */
  readonly line: number;
}

/** A field goes on over the lines that begin no other; the end `-}` and the blocks around are left out. */
export function fieldsOf(text: string): Field[] {
  const fields: { tag: string; text: string; line: number }[] = [];
  for (const [index, written] of text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .entries()) {
    const begun = /^\s*(?:\{.*\{4:)?:(\d\d[A-Z]?):(.*)$/.exec(written);
    const line = index + 1;
    if (begun !== null) fields.push({ tag: begun[1]!, text: begun[2]!.replace(/-\}.*$/, ""), line });
    else if (fields.length > 0 && !/^\s*(?:-|-\}.*|\{\d:.*|)\s*$/.test(written))
      fields.at(-1)!.text += `\n${written.replace(/-\}(?:\{.*)?$/, "")}`;
  }
  return fields;
}

/** `YYYY-MM-DD` of YYMMDD; null for a day that the calendar does not have. */
export function dayOf(date: string): string | null {
  const day = `20${date.slice(0, 2)}-${date.slice(2, 4)}-${date.slice(4, 6)}`;
  const moment = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== day ? null : day;
}

/**
 * An amount: banks write a comma, some a point. A third decimal is a zero, behind so many digits that the comma is not
 * one of thousands.
 */
export const AMOUNT = String.raw`\d{4,15},\d\d0|\d{1,15}(?:[,.]\d{0,2})?`;

export function paiseOf(amount: string): bigint {
  const [rupees, paise = ""] = amount.split(/[,.]/);
  return BigInt(rupees!) * 100n + BigInt(paise.slice(0, 2).padEnd(2, "0"));
}

/** One line of at most 500 characters. */
export function plain(text: string): string {
  return text
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, 500);
}
