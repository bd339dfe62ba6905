/**
 * The functions that protocols use to read statements of any length: they add up lines as they are read, compare
 * the account number on the statement with ours, and report the statements that we skip.
 */
import type { AccountStatement, LineTally, LongStatement, StatementLine } from "./account-statement.ts";
export { BankError } from "./errors.ts";

/** The approximate number of lines in a set. */
export const SET_LINES = 1_000;

/** Presents a statement that is in memory as one that returns its lines in sets. */
export function longStatement({ lines, leftOut = [], ...head }: AccountStatement): LongStatement {
  const tally = makeTally();
  tally.add(lines);
  leftOut.forEach(tally.leaveOut);
  return {
    ...head,
    tally: tally.end(),
    async *sets() {
      for (let from = 0; from < lines.length; from += SET_LINES) yield lines.slice(from, from + SET_LINES);
    },
  };
}

interface Tally {
  add(lines: readonly StatementLine[]): void;
  /** Records an entry that could not be read. */
  leaveOut(why: string): void;
  end(): LineTally;
}

/** More sentences than this would not help anyone. */
const LEFT_OUT_MAX = 100;

/** Adds up the lines of one statement while they are read. */
export function makeTally(): Tally {
  let [lineCount, movedPaise, hasEmptyLine] = [0, 0n, false];
  const leftOut: string[] = [];
  const addOne = ({ side, amountPaise }: StatementLine): void => {
    lineCount += 1;
    movedPaise += side === "credit" ? amountPaise : -amountPaise;
    hasEmptyLine ||= amountPaise <= 0n;
  };
  return {
    add: (lines) => lines.forEach(addOne),
    leaveOut(why) {
      if (leftOut.length < LEFT_OUT_MAX) leftOut.push(why);
    },
    end: () => ({ lineCount, movedPaise, hasEmptyLine, leftOut }),
  };
}

export interface ForeignStatement {
  /** The last four characters of the account number; "" if the bank does not name it. */
  readonly accountEnd: string;
  /** E.g. `USD`; null if it is in rupees but the account is not the connection's. */
  readonly currency: string | null;
}

export function foreignStatement(account: string, currency: string | null): ForeignStatement {
  return { accountEnd: account.slice(-4), currency };
}

/** Keeps one statement for each account and currency. */
export function eachOnce(all: readonly ForeignStatement[]): ForeignStatement[] {
  return [...new Map(all.map((one) => [tellForeign(one), one])).values()];
}

/** Describes a skipped statement for a person. */
export function tellForeign(one: ForeignStatement): string {
  const why = one.currency === null ? "it is not the account of this connection" : RUPEES_ONLY;
  return `${nameForeign(one)} was left out, since ${why}`;
}

/** Explains why a file that contains nothing else is refused. */
export function tellNothingInRupees(all: readonly ForeignStatement[]): string {
  const named = eachOnce(all).map(nameForeign).join(", ");
  return `nothing in it is in rupees, and ${RUPEES_ONLY}: it has ${named}`;
}

const RUPEES_ONLY = "Vitaran keeps rupee accounts only";

function nameForeign({ accountEnd, currency }: ForeignStatement): string {
  const account = accountEnd === "" ? "an account" : `account ••••${accountEnd}`;
  return `the statement of ${account}${currency === null ? "" : ` in ${currency}`}`;
}

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** Returns the currency that the text names; null if it names none, or the rupee. */
export function foreignCurrency(named: string | null | undefined): string | null {
  const code = (named ?? "").trim().toUpperCase();
  return code !== "INR" && CURRENCIES.has(code) ? code : null;
}

/**
 * Prefixes that can precede an account number without a separator: a BIC, an IFSC, a bank's code, the beginning of an
 * IBAN.
 */
const BEFORE =
  /^(?:INR|[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?|[A-Z]{4}0[A-Z0-9]{6}|[A-Z]{4}|[A-Z]{2}\d{2}[A-Z]{0,4})?0*$/;

/** The form of an IFSC. */
const CODE = /^[A-Z]{4}0[A-Z0-9]{6}$/;

/**
 * True if a bank means our account. Spaces, hyphens, leading zeros, a trailing currency and a leading bank or branch
 * code are ignored.
 */
export function isSameAccount(written: string, own: string): boolean {
  const ours = plain(own).replace(/^0+/, "");
  if (ours === "") return false;
  return written.split(/[/\n]/).some((part) => {
    const theirs = plain(part);
    const bare = theirs.replace(/(?<=\d)[A-Z]{3}$/, "");
    return [theirs, bare].some(
      (one) => one.endsWith(ours) && BEFORE.test(one.slice(0, one.length - ours.length)),
    );
  });
}

/** Returns the account number in a bank's field without its surroundings, and the currency if the field names one. */
export function accountIn(written: string): { account: string; currency: string | null } {
  const parts = written
    .split(/[/\n]/)
    .map(plain)
    .filter((part) => part !== "");
  const isCurrency = (part: string): boolean => /^[A-Z]{3}$/.test(part);
  const digits = (part: string): number => (CODE.test(part) ? 0 : part.replace(/\D/g, "").length);
  const rest = parts.filter((part) => !isCurrency(part)).toReversed();
  // The kind of the account, its branch or another number may follow the account number.
  const last = rest.toSorted((one, other) => digits(other) - digits(one))[0] ?? "";
  const [, account = last, behind] = /^(.*\d)([A-Z]{3})$/.exec(last) ?? [];
  return { account, currency: behind ?? parts.find(isCurrency) ?? null };
}

function plain(text: string): string {
  return text.replace(/[\s-]+/g, "").toUpperCase();
}
