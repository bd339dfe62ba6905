/** One entry of an MT940 statement: field 61, and field 86 with its details. */
import type { StatementLine } from "./account-statement.ts";

/** The fields of an MT940 file, and the formats of their values. */

export interface TagField {
  readonly tag: string;
  readonly text: string;
  /** The line on which the field begins, counted from 1. */
  readonly line: number;
}

/** A field continues on lines that do not begin another one; the end `-}` and the surrounding blocks are left out. */
export function fieldsOf(text: string): TagField[] {
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

/** Returns YYMMDD as `YYYY-MM-DD`; null if the calendar has no such day. */
export function dayOf(date: string): string | null {
  const day = `20${date.slice(0, 2)}-${date.slice(2, 4)}-${date.slice(4, 6)}`;
  const moment = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== day ? null : day;
}

/**
 * An amount: banks write a comma, some a point. Three decimals are accepted only if the last is a zero and there are
 * too many digits for the comma to separate thousands.
 */
export const AMOUNT = String.raw`\d{4,15},\d\d0|\d{1,15}(?:[,.]\d{0,2})?`;

export function paiseOf(amount: string): bigint {
  const [rupees, paise = ""] = amount.split(/[,.]/);
  return BigInt(rupees!) * 100n + BigInt(paise.slice(0, 2).padEnd(2, "0"));
}

/** Puts a text on one line of at most 500 characters. */
export function plain(text: string): string {
  return text
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, 500);
}

/**
 * Value date, entry date, mark, letter of the currency, amount, type, our reference, the bank's. RC takes a credit
 * back, RD a debit; EC and ED are only expected. The standard allows 16 characters for each reference, but banks write
 * more. Spaces between the parts and lower case are accepted, and damaged dates leave the rest readable.
 */
const ENTRY = new RegExp(
  String.raw`^(?:(\d{6}) ?(\d{4})?|(?:(\d{6})|\d)[\d ./-]{3,9}) ?([RE]?[CD]) ?[A-Z]? ?(${AMOUNT}) ?` +
    String.raw`([NFS][A-Z0-9]{3})([^\n]*?)(?:\/\/([^\n]*))?(?:\n([\s\S]*))?$`,
  "i",
);
const CHARGES = /^.(?:CHG|CHR|COM|FEE)$/;

/**
 * Returns the statement line of an entry, null if the entry moves no money, or a sentence that says why it cannot be
 * read.
 */
export function readMt940Entry(
  { text }: TagField,
  openingDay: string | undefined,
): StatementLine | string | null {
  const [, valued, entered, damaged, sign, amount, code, ours = "", theirs = "", more = ""] =
    ENTRY.exec(text.trim()) ?? [];
  if (code === undefined) return "a movement of another form";
  const [mark, type] = [sign!.toUpperCase(), code.toUpperCase()];
  const amountPaise = paiseOf(amount!);
  if (amountPaise === 0n || mark.startsWith("E")) return null;
  const side = mark === "D" || mark === "RC" ? "debit" : "credit";
  const reference = named(ours);
  const kinds: Readonly<Record<string, StatementLine["kind"]>> = {
    D: reference === null ? "other" : "payment",
    C: "credit",
    RC: "other",
    RD: "reversal",
  };
  const day = bookingDay(valued ?? damaged ?? "", entered) ?? openingDay;
  if (day === undefined) return "a movement without a date that is one";
  const [first = "", ...supplement] = more.split("\n");
  // If the first line was full, the bank's reference is on the next one.
  const isWrapped = theirs === "" && first.startsWith("//");
  return {
    lineId: null,
    side,
    amountPaise,
    bookedAt: new Date(`${day}T00:00:00+05:30`),
    kind: CHARGES.test(type) ? "charge" : kinds[mark]!,
    reference,
    utr: named(isWrapped ? first.slice(2) : theirs),
    narration: plain((isWrapped ? supplement : [first, ...supplement]).join(" ")),
    code: "",
    reason: null,
    counterparty: { name: null, accountNumber: null, ifsc: null },
  };
}

/** The standard limits references to this length, so a longer one may have been cut to it. */
const CUT_AT = 16;

/**
 * Adds the contents of field 86 to an entry: its text, the full form of a number that was cut, and a missing reference.
 */
export function tellEntry(line: StatementLine, text: string): StatementLine {
  const told = unfold(text);
  const narration = plain(`${line.narration} ${told}`);
  const { utr, side, kind } = line;
  const words = told.split(/[^A-Za-z0-9]+/);
  const whole =
    utr?.length === CUT_AT ? words.find((word) => word.length <= 35 && word.startsWith(utr)) : undefined;
  const reference = line.reference ?? named(keyed(text, ["EREF", "ENDTOENDID"]) ?? "");
  return {
    ...line,
    narration,
    reference,
    utr: whole ?? utr ?? named(keyed(text, ["UTR", "RRN"]) ?? ""),
    kind: side === "debit" && kind === "other" && reference !== null ? "payment" : kind,
  };
}

/**
 * The text of subfields ?20 to ?29 and ?60 to ?63 continues from one to the next; other numbered subfields are
 * separate.
 */
function unfold(text: string): string {
  const oneLine = text.replace(/\n(?=\?)/g, "").replace(/\n/g, " ");
  if (!/\?[2-6]\d/.test(oneLine)) return oneLine;
  return oneLine.replace(/\?(?:2[1-9]|6[1-3])/g, "").replace(/\?\d\d/g, " ");
}

/**
 * Returns the text behind a key such as `EREF+` or `/UTR/`, if the bank wrote it and not a member or a payee: in the
 * numbered subfields before names (?30 on) and remarks, and in other texts only at the beginning (decision 0108).
 */
function keyed(text: string, keys: readonly string[]): string | undefined {
  const isNumbered = /^\s*(?:\d{3})?\?\d\d/.test(text);
  const own = isNumbered ? unfold(text.split(/\?3\d|SVWZ\+/)[0]!) : unfold(text);
  const begin = isNumbered ? "(?:^|[\\s/+]|[A-Za-z0-9-](?=[A-Z]{4}\\+))" : "^[\\s/]*";
  const found = new RegExp(
    `${begin}(?:${keys.join("|")})[+/:]\\s*([A-Za-z0-9-]{6,35}?)(?=$|[\\s/]|[A-Z]{4}\\+)`,
  );
  return found.exec(own)?.[1];
}

function named(reference: string): string | null {
  const text = reference.trim();
  return /^(?:NONREF|NOTPROVIDED|)$/.test(text) ? null : text;
}

/**
 * The entry date has no year: we take the year that brings it closest to the value date. A value date that does not
 * exist, as with months of 30 days, is not a booking date.
 */
function bookingDay(valued: string, entered: string | undefined): string | null {
  if (entered === undefined) return dayOf(valued);
  const year = Number(valued.slice(0, 2)) + yearsBetween(valued.slice(2, 4), entered.slice(0, 2));
  return dayOf(`${String(year).padStart(2, "0")}${entered}`) ?? dayOf(valued);
}

function yearsBetween(valueMonth: string, entryMonth: string): -1 | 0 | 1 {
  const months = Number(entryMonth) - Number(valueMonth);
  return months > 6 ? -1 : months < -6 ? 1 : 0;
}
