/**
 * Compares rows with those of an earlier batch, with the listed beneficiaries and with one another, to find what
 * deserves a second look though no row is wrong. Pure.
 */
import { accountOfVpa } from "#rails";
import type { Warning } from "./batch.ts";
import type { GivenRow, PreparedRow } from "./prepare-rows.ts";
import {
  briefOf,
  describeDestination,
  personOf,
  type Destined,
  type ReviewedRow,
  type RowBrief,
  accountOf,
  destinationOf,
} from "./review.ts";

/** A payee who is now paid to another account. */
interface ChangedAccount extends RowBrief {
  readonly before: string;
}

/** A payee who is now paid much more or much less. */
interface ChangedAmount extends RowBrief {
  readonly beforePaise: bigint;
}

/** Lists of differences, each with the first few rows and the total number. */
export interface Differences {
  /** Rows whose payee is neither in the earlier batch nor a listed beneficiary. */
  readonly added: Listed<RowBrief>;
  readonly removed: Listed<RowBrief>;
  readonly accounts: Listed<ChangedAccount>;
  readonly amounts: Listed<ChangedAmount>;
}

export interface Listed<T> {
  readonly count: number;
  readonly amountPaise: bigint;
  readonly first: readonly T[];
}

/** Facts about payees apart from the earlier batch. */
export interface ComparedPayees {
  /** Returns a text that is equal for rows with the same destination, as far as the reader may distinguish them. */
  readonly destinationOf: (row: Destined) => string;
  /** Destinations of listed beneficiaries. */
  readonly destinations: ReadonlySet<string>;
  /** The masked account that the ID in a row stands for or stood for before, if the row pays another account. */
  readonly otherAccounts: ReadonlyMap<number, string>;
}

const FIRST = 100;
/** An amount has changed if it grew by more than half, or fell to less than half. */
const changesMuch = (now: bigint, before: bigint): boolean => now * 2n > before * 3n || now * 2n < before;

export function compareRows(
  rows: readonly ReviewedRow[],
  earlier: readonly ReviewedRow[],
  known: ComparedPayees,
): Differences {
  const { destinationOf } = known;
  const byDestination = new Map(earlier.map((row) => [destinationOf(row), row]));
  const byPerson = new Map(earlier.map((row) => [personOf(row.fields), row]));
  /** Returns true if a row pays a person as before, however the name is written. */
  const paysAlike = (before: ReviewedRow | undefined, row: ReviewedRow): boolean =>
    before !== undefined &&
    destinationOf({ ...before, fields: { ...before.fields, name: row.fields.name ?? "" } }) ===
      destinationOf(row);
  const added: RowBrief[] = [];
  const accounts: ChangedAccount[] = [];
  const amounts: ChangedAmount[] = [];
  for (const row of rows) {
    const person = byPerson.get(personOf(row.fields));
    const same = byDestination.get(destinationOf(row)) ?? (paysAlike(person, row) ? person : undefined);
    const otherAccount = known.otherAccounts.get(row.rowNo);
    if (same === undefined && person !== undefined)
      accounts.push({ ...briefOf(row), before: describeDestination(person) });
    else if (otherAccount !== undefined) accounts.push({ ...briefOf(row), before: otherAccount });
    else if (same === undefined && !known.destinations.has(destinationOf(row))) added.push(briefOf(row));
    const before = same ?? person;
    if (before !== undefined && changesMuch(row.amountPaise, before.amountPaise))
      amounts.push({ ...briefOf(row), beforePaise: before.amountPaise });
  }
  const destinations = new Set(rows.map(destinationOf));
  const people = new Set(rows.map(({ fields }) => personOf(fields)));
  const removed = earlier
    .filter((row) => !destinations.has(destinationOf(row)) && !people.has(personOf(row.fields)))
    .map(briefOf);
  return {
    added: listed(added),
    removed: listed(removed),
    accounts: listed(accounts),
    amounts: listed(amounts),
  };
}

function listed<T extends RowBrief>(all: readonly T[]): Listed<T> {
  return {
    count: all.length,
    amountPaise: all.reduce((total, { amountPaise }) => total + amountPaise, 0n),
    first: all.slice(0, FIRST),
  };
}

const WARNINGS_MAX = 20;
const LINES_MAX = 10;

/** Finds valid rows that pay the same amount to the same payee: intended, or a row that was copied. */
export function findSamePayments(given: readonly GivenRow[], rows: readonly PreparedRow[]): Warning[] {
  const linesOf = new Map<string, number[]>();
  rows.forEach(({ amountPaise, failure }, index) => {
    if (amountPaise === null || failure !== null) return;
    const { line, fields } = given[index]!;
    const { bankAccount, ifsc, vpa, token, beneId, phone } = fields;
    const account = vpa === undefined ? null : accountOfVpa(vpa);
    const number = bankAccount?.toUpperCase() ?? account?.accountNumber;
    const payee = number ?? vpa?.toLowerCase() ?? token ?? beneId ?? phone;
    const code = account?.ifsc ?? ifsc?.toUpperCase();
    const same = JSON.stringify([payee, code, String(amountPaise)]);
    const lines = linesOf.get(same);
    if (lines === undefined) linesOf.set(same, [line]);
    else lines.push(line);
  });
  const repeated = [...linesOf.values()].filter((lines) => lines.length > 1);
  return repeated.slice(0, WARNINGS_MAX).map((lines) => ({
    kind: "same_payment",
    text: `${lines.length} rows pay the same amount to the same payee`,
    lines: lines.slice(0, LINES_MAX),
  }));
}

/** The usual length of a bank's account numbers is known from at least this many rows. */
const ROWS_TO_TELL = 3;

/**
 * Finds rows that pay one account under different names, or one person to different accounts, account numbers that
 * seem to have lost zeros, and amounts that may continue in the remarks.
 */
export function findWarnings(rows: readonly ReviewedRow[]): Warning[] {
  const found = [findSplitAmounts, findTwoNames, findTwoAccounts, findLostZeros].flatMap((find) =>
    find(rows),
  );
  return found.slice(0, WARNINGS_MAX);
}

/** "1,500" without quotes is an amount of 1 and a remark of 500. */
function findSplitAmounts(rows: readonly ReviewedRow[]): Warning[] {
  const split = rows.filter(
    ({ fields: { amount = "", remarks = "" } }) =>
      /^\d{1,3}$/.test(amount) && /^\d{3}(?:\.\d{1,2})?$/.test(remarks),
  );
  if (split.length === 0) return [];
  const text =
    "The remark may be the rest of the amount: an amount with commas needs quotes around it in a CSV file";
  return [warning("split_amount", text, split)];
}

function findTwoNames(rows: readonly ReviewedRow[]): Warning[] {
  const named = rows.filter(({ fields }) => fields.name !== undefined);
  return [...Map.groupBy(named, destinationOf).values()].flatMap((ofOne) => {
    const names = new Set(ofOne.map(({ fields }) => fields.name!.trim().toLowerCase()));
    if (names.size < 2) return [];
    return [warning("two_names", "One account is paid under different names", ofOne)];
  });
}

/** Two people may share a name and the phone number of their office, so this is no fault. */
function findTwoAccounts(rows: readonly ReviewedRow[]): Warning[] {
  const toAccounts = rows.filter(({ fields }) => fields.name !== undefined && accountOf(fields) !== null);
  return [...Map.groupBy(toAccounts, ({ fields }) => personOf(fields)).values()].flatMap((ofOne) => {
    const accounts = new Set(ofOne.map(destinationOf));
    if (accounts.size < 2) return [];
    return [warning("two_accounts", "The same name and phone number are paid to different accounts", ofOne)];
  });
}

function findLostZeros(rows: readonly ReviewedRow[]): Warning[] {
  const accounts = rows.filter(({ fields }) => fields.bankAccount !== undefined && fields.ifsc !== undefined);
  const byBank = Map.groupBy(accounts, ({ fields }) => fields.ifsc!.slice(0, 4).toUpperCase());
  return [...byBank].flatMap(([bank, ofBank]) => {
    const lengths = ofBank.map(({ fields }) => fields.bankAccount!.length);
    const usual = Math.max(...lengths);
    if (lengths.filter((length) => length === usual).length < ROWS_TO_TELL) return [];
    const short = ofBank.filter(({ fields }) => fields.bankAccount!.length < usual);
    if (short.length === 0 || short.length * 4 > ofBank.length) return [];
    const text = `Other account numbers at ${bank} have ${usual} digits. Leading zeros may be lost`;
    return [warning("lost_zeros", text, short)];
  });
}

const warning = (kind: Warning["kind"], text: string, rows: readonly ReviewedRow[]): Warning => ({
  kind,
  text,
  lines: rows.slice(0, LINES_MAX).map(({ line }) => line),
});
