/** Compares rows with those of an earlier batch, and with the listed beneficiaries. Pure. */
import {
  briefOf,
  describeDestination,
  personOf,
  type Destined,
  type ReviewedRow,
  type RowBrief,
} from "./review.ts";

/** A payee who is now paid to another account. */
export interface ChangedAccount extends RowBrief {
  readonly before: string;
}

/** A payee who is now paid much more or much less. */
export interface ChangedAmount extends RowBrief {
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
export interface KnownPayees {
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
  known: KnownPayees,
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
