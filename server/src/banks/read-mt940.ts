/**
 * MT940, the statement of a day as SWIFT's Category 9 describes it (fields 25, 28C, 60a, 61, 86, 62a), with or without
 * the blocks around it. Banks write their own words into field 86, so it is narration only.
 */
import type { AccountStatement, StatementLine } from "./account-statement.ts";
import { BankError } from "./errors.ts";

interface Field {
  readonly tag: string;
  readonly text: string;
  /** Where it begins, from 1. */
  readonly line: number;
}

interface Open {
  account: string;
  numbers: string;
  opening: Balance | undefined;
  readonly lines: StatementLine[];
}

interface Balance {
  readonly day: string;
  readonly paise: bigint;
}

/**
 * The statements of a file, each with all of its pages. Throws BankError.statement_unreadable, which names the line:
 * a field that has another form, another currency than INR, a page without its last one.
 */
export function readMt940(text: string): readonly AccountStatement[] {
  const statements: AccountStatement[] = [];
  let open = emptyPage();
  for (const field of fieldsOf(text)) {
    const { tag } = field;
    if (tag === "25") open.account = field.text.split("/").at(-1)!.trim();
    else if (tag === "28C") open.numbers = field.text.trim();
    else if (tag === "60F") open.opening = balanceOf(field);
    else if (tag === "61") open.lines.push(lineOf(field));
    else if (tag === "86") narrate(open, field);
    else if (tag === "62F") {
      statements.push(close(open, field));
      open = emptyPage();
    }
  }
  if (open.opening !== undefined || open.lines.length > 0) throw unreadable("the last page is missing", 0);
  if (statements.length === 0) throw unreadable("no statement", 0);
  return statements;
}

function emptyPage(): Open {
  return { account: "", numbers: "", opening: undefined, lines: [] };
}

/** A field goes on over the lines that begin no other; `-}` and the blocks around are left out. */
function fieldsOf(text: string): Field[] {
  const fields: { tag: string; text: string; line: number }[] = [];
  for (const [index, written] of text.split(/\r\n|\r|\n/).entries()) {
    const begun = /^(?:\{.*\{4:)?:(\d\d[A-Z]?):(.*)$/.exec(written);
    const line = index + 1;
    if (begun !== null) fields.push({ tag: begun[1]!, text: begun[2]!, line });
    else if (fields.length > 0 && !/^(?:-\}?.*|\{.*|)$/.test(written)) fields.at(-1)!.text += `\n${written}`;
  }
  return fields;
}

const BALANCE = /^([CD])(\d{6})([A-Z]{3})(\d{1,15},\d{0,2})$/;

function balanceOf({ text, line }: Field): Balance {
  const [, sign, date, currency, amount] = BALANCE.exec(text.trim()) ?? [];
  if (amount === undefined) throw unreadable("a balance of another form", line);
  if (currency !== "INR") throw unreadable(`a balance in ${currency}`, line);
  return { day: dayOf(date!, line), paise: sign === "D" ? -paiseOf(amount) : paiseOf(amount) };
}

/** Value date, entry date, mark, amount, type, our reference, the bank's. RC takes a credit back, RD a debit. */
const LINE =
  /^(\d{6})(\d{4})?(R?[CD])[A-Z]?(\d{1,13},\d{0,2})([NFS][A-Z0-9]{3})(.{0,16}?)(?:\/\/(.{1,16}))?$/;
const CHARGES = /^.(?:CHG|COM|FEE)$/;

function lineOf({ text, line }: Field): StatementLine {
  const [first = "", ...supplement] = text.split("\n");
  const [, valued, entered, mark, amount, type, ours = "", banks] = LINE.exec(first) ?? [];
  if (type === undefined) throw unreadable("a movement of another form", line);
  const amountPaise = paiseOf(amount!);
  if (amountPaise === 0n) throw unreadable("a movement of nothing", line);
  const side = mark === "D" || mark === "RC" ? "debit" : "credit";
  const reference = /^(?:NONREF|)$/.test(ours.trim()) ? null : ours.trim();
  const kinds = {
    D: reference === null ? "other" : "payment",
    C: "credit",
    RC: "other",
    RD: "reversal",
  } as const;
  return {
    lineId: null,
    side,
    amountPaise,
    bookedAt: new Date(`${bookingDay(valued!, entered, line)}T00:00:00+05:30`),
    kind: CHARGES.test(type) ? "charge" : kinds[mark as keyof typeof kinds],
    reference,
    utr: banks?.trim() ?? null,
    narration: plain(supplement.join(" ")),
    code: "",
    reason: null,
    counterparty: { name: null, accountNumber: null, ifsc: null },
  };
}

/** Field 86 tells more of the movement before it; before the first it is about the account. */
function narrate({ lines }: Open, { text }: Field): void {
  const last = lines.pop();
  if (last !== undefined) lines.push({ ...last, narration: plain(`${last.narration} ${text}`) });
}

function close({ account, numbers, opening, lines }: Open, field: Field): AccountStatement {
  const closing = balanceOf(field);
  if (account === "") throw unreadable("no account (field 25)", field.line);
  if (opening === undefined) throw unreadable("no opening balance (field 60F)", field.line);
  const sequence = /^(\d{1,5})/.exec(numbers)?.[1];
  return {
    statementId: `${account}-${closing.day}-${numbers.split("/")[0] ?? ""}`,
    kind: "end_of_day",
    sequenceNo: sequence === undefined ? null : Number(sequence),
    debitAccount: account,
    day: closing.day,
    openingPaise: opening.paise,
    closingPaise: closing.paise,
    lines,
  };
}

/** The entry date has no year: it is the one that brings it nearest to the value date. */
function bookingDay(valued: string, entered: string | undefined, line: number): string {
  const day = dayOf(valued, line);
  if (entered === undefined) return day;
  const year = Number(valued.slice(0, 2)) + yearsBetween(valued.slice(2, 4), entered.slice(0, 2));
  return dayOf(`${String(year).padStart(2, "0")}${entered}`, line);
}

function yearsBetween(valueMonth: string, entryMonth: string): -1 | 0 | 1 {
  const months = Number(entryMonth) - Number(valueMonth);
  return months > 6 ? -1 : months < -6 ? 1 : 0;
}

function dayOf(date: string, line: number): string {
  const day = `20${date.slice(0, 2)}-${date.slice(2, 4)}-${date.slice(4, 6)}`;
  const moment = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== day) {
    throw unreadable("a date that is none", line);
  }
  return day;
}

function paiseOf(amount: string): bigint {
  const [rupees, paise = ""] = amount.split(",");
  return BigInt(rupees!) * 100n + BigInt(paise.padEnd(2, "0"));
}

function plain(text: string): string {
  return text
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, 500);
}

function unreadable(why: string, line: number): Error {
  return BankError.statement_unreadable({ why, ...(line > 0 ? { line } : {}) });
}
