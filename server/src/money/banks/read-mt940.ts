/**
 * MT940, the statement of a day as SWIFT's Category 9 describes it (fields 25, 28C, 60a, 61, 86, 62a), and as banks
 * send it: with or without the surrounding blocks, and with longer references. An entry that cannot be read is left out
 * if the balances agree without it.
 */
import type { AccountStatement, StatementLine } from "./account-statement.ts";
import { BankError } from "./errors.ts";
import {
  accountIn,
  eachOnce,
  foreignCurrency,
  foreignStatement,
  tellNothingInRupees,
  type ForeignStatement,
} from "./statements.ts";
import {
  AMOUNT,
  dayOf,
  type TagField,
  fieldsOf,
  paiseOf,
  plain,
  readMt940Entry,
  tellEntry,
} from "./mt940-entry.ts";

interface Open {
  account: string;
  /** The currency that field 25 names, with the line of that field. Null if it names none. */
  named: { readonly currency: string; readonly line: number } | null;
  /** The currency of the balances; null before the first one. */
  currency: string | null;
  numbers: string;
  opening: Balance | undefined;
  /** The closing balance of the previous page, if more pages follow it. */
  interim: Balance | undefined;
  readonly lines: StatementLine[];
  readonly leftOut: { why: string; line: number }[];
  /** The last entry was left out, so its details are left out too. */
  isSkipping: boolean;
}

interface Balance {
  readonly day: string;
  readonly paise: bigint;
}

interface Mt940 {
  readonly statements: readonly AccountStatement[];
  /** Statements of accounts in other currencies; they are not read. */
  readonly foreign: readonly ForeignStatement[];
}

/**
 * Reads the statements of a file, each with all of its pages; consecutive statements of one day are joined. Throws
 * BankError.statement_unreadable, which names the line: for a field in an unknown form, two currencies in one
 * statement, a statement without its last page; or if nothing in the file is in rupees.
 */
export function readMt940(text: string): Mt940 {
  const statements: AccountStatement[] = [];
  const foreign: ForeignStatement[] = [];
  let open = emptyPage();
  for (const field of fieldsOf(text)) {
    takeField(open, field);
    if (field.tag !== "62F") continue;
    const closing = balanceOf(open, field);
    if (isForeign(open)) foreign.push(foreignStatement(open.account, open.currency!));
    else statements.push(close(open, field, closing));
    open = emptyPage();
  }
  const isNone = statements.length === 0 && foreign.length === 0;
  const isInterim = isNone && /^\s*:(?:34F|90D|90C):/m.test(text);
  if (isInterim)
    throw unreadable(
      "an interim report (MT942), which has no balances: import the statement (MT940) instead",
      0,
    );
  const isOpen = open.opening !== undefined || open.lines.length > 0 || open.interim !== undefined;
  if (isOpen) throw unreadable("the last page is missing", 0);
  if (isNone) throw unreadable("no statement", 0);
  if (statements.length === 0) throw unreadable(tellNothingInRupees(foreign), 0);
  return { statements: joinDays(statements), foreign: eachOnce(foreign) };
}

function emptyPage(): Open {
  return {
    account: "",
    named: null,
    currency: null,
    numbers: "",
    opening: undefined,
    interim: undefined,
    lines: [],
    leftOut: [],
    isSkipping: false,
  };
}

function takeField(open: Open, field: TagField): void {
  const { tag } = field;
  if (tag === "25" || tag === "25P") takeAccount(open, field);
  else if (tag === "28C" || tag === "28") open.numbers = field.text.trim();
  else if (tag === "60F") open.opening = balanceOf(open, field);
  else if (tag === "60M") takeUp(open, field);
  else if (tag === "62M") open.interim = balanceOf(open, field);
  else if (tag === "61") enter(open, field);
  else if (tag === "86") narrate(open, field);
}

/** In field 25P, BIC and account are on two lines, the account first. */
function takeAccount(open: Open, { tag, text, line }: TagField): void {
  const { account, currency } = accountIn(tag === "25P" ? text.split("\n")[0]! : text);
  open.account = account;
  // Other words than currencies appear here too, such as a kind of account.
  const named = currency === "INR" ? currency : foreignCurrency(currency);
  open.named = named === null ? open.named : { currency: named, line };
}

const isForeign = ({ currency }: Open): boolean => currency !== null && currency !== "INR";

/** A page continues from the balance with which the previous one ended. */
function takeUp(open: Open, field: TagField): void {
  const balance = balanceOf(open, field);
  if (open.opening === undefined || open.interim === undefined)
    throw unreadable("a page whose earlier ones are missing", field.line);
  if (open.interim.paise !== balance.paise)
    throw unreadable("a page opens with another balance than the page before it closed with", field.line);
  open.interim = undefined;
}

const BALANCE = new RegExp(String.raw`^([CD]) ?(\d{6}) ?([A-Z]{3}) ?(${AMOUNT})$`);

/** All balances of a statement are in one currency, which is that of its account. */
function balanceOf(open: Open, { text, line }: TagField): Balance {
  const [, sign, date, currency, amount] = BALANCE.exec(text.trim().toUpperCase()) ?? [];
  if (amount === undefined) throw unreadable("a balance of another form", line);
  const { named, currency: known } = open;
  const other = known ?? named?.currency ?? currency;
  if (other !== currency) throw unreadable(`a balance in ${currency!} of an account in ${other!}`, line);
  open.currency = currency!;
  const day = dayOf(date!);
  if (day === null) throw unreadable("a date that is none", line);
  return { day, paise: sign === "D" ? -paiseOf(amount) : paiseOf(amount) };
}

function enter(open: Open, field: TagField): void {
  if (isForeign(open)) {
    open.isSkipping = true;
    return;
  }
  const entry = readMt940Entry(field, open.opening?.day);
  open.isSkipping = entry === null || typeof entry === "string";
  if (typeof entry === "string") open.leftOut.push({ why: entry, line: field.line });
  else if (entry !== null) open.lines.push(entry);
}

/** Field 86 describes the movement before it; before the first movement, it describes the account. */
function narrate({ lines, isSkipping }: Open, { text }: TagField): void {
  const last = isSkipping ? undefined : lines.pop();
  if (last !== undefined) lines.push(tellEntry(last, text));
}

function close(
  { account, numbers, opening, lines, leftOut }: Open,
  field: TagField,
  closing: Balance,
): AccountStatement {
  if (account === "") throw unreadable("no account (field 25)", field.line);
  if (opening === undefined) throw unreadable("no opening balance (field 60F)", field.line);
  const [wrong] = leftOut;
  const moved = lines.reduce(
    (sum, one) => sum + (one.side === "credit" ? one.amountPaise : -one.amountPaise),
    0n,
  );
  if (wrong !== undefined && opening.paise + moved !== closing.paise) throw unreadable(wrong.why, wrong.line);
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
    ...(leftOut.length > 0 ? { leftOut: leftOut.map(({ why, line }) => `line ${line}: ${plain(why)}`) } : {}),
  };
}

/**
 * Some banks send several statements a day, or close each page; each then begins with the balance of the previous one.
 */
function joinDays(statements: readonly AccountStatement[]): AccountStatement[] {
  const days: AccountStatement[] = [];
  for (const next of statements) {
    const last = days.at(-1);
    const goesOn =
      last !== undefined &&
      last.debitAccount === next.debitAccount &&
      last.day === next.day &&
      last.closingPaise === next.openingPaise;
    if (!goesOn) days.push(next);
    else {
      const { openingPaise, lines, leftOut = [] } = days.pop()!;
      const all = [...leftOut, ...(next.leftOut ?? [])];
      days.push({
        ...next,
        openingPaise,
        lines: [...lines, ...next.lines],
        ...(all.length > 0 ? { leftOut: all } : {}),
      });
    }
  }
  return days;
}

function unreadable(why: string, line: number): Error {
  return BankError.statement_unreadable({ why, ...(line > 0 ? { line } : {}) });
}
