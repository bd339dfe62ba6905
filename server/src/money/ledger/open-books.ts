/** The only way to move value: entries are booked in memory against locked balances, then written as one set. */
import assert from "node:assert/strict";
import { NotKnownError, type Tx, type UntimedTx } from "#lib/db";
import {
  bigint,
  defineRow,
  inserting,
  insertRows,
  integer,
  nullable,
  type RowOf,
  smallint,
  text,
  timestamptz,
  uuid,
  writeRows,
} from "#lib/rows";
import { isRunning, isSpendable } from "./accounts.ts";
import { LedgerError } from "./errors.ts";

export interface LockedAccount {
  balancePaise: bigint;
  /** Null means that it is not known how much the account can give. */
  overdraftLimitPaise: bigint | null;
}

/** Locks accounts in the order of their numbers until the transaction ends, and returns their balances in paise. */
export async function lockAccounts(
  tx: UntimedTx,
  accountNos: readonly number[],
): Promise<Map<number, LockedAccount>> {
  const rows = await tx.query<{ account_no: number; balance_paise: bigint; overdraft_limit_paise: bigint }>(
    `select account_no, balance_paise, overdraft_limit_paise
     from ledger.account
     where merchant_id = $1
       and account_no = any ($2::int[])
     order by account_no
     for update`,
    [tx.merchantId, accountNos],
  );
  return new Map(
    rows.map((row) => [
      row.account_no,
      { balancePaise: row.balance_paise, overdraftLimitPaise: row.overdraft_limit_paise },
    ]),
  );
}

/**
 * Phases of a cause. The database accepts each phase once per cause; `send` and `unsend` count per attempt, and moves
 * into and out of suspense count each time.
 */
const PHASES = {
  hold: 1,
  top_up: 1,
  withdrawal: 1,
  internal_transfer: 1,
  refund: 1,
  verification: 1,
  loan: 1,
  to_suspense: 1,
  send: 2,
  unsend: 3,
  post: 4,
  release: 4,
  loan_charges: 4,
  from_suspense: 4,
  return: 5,
  loan_return: 5,
  late_success: 6,
} as const;

export type EntryKind = keyof typeof PHASES;

export const ENTRY_KINDS = Object.keys(PHASES) as readonly EntryKind[];

export interface PostingLine {
  /** The ledger account that gives. */
  debit: number;
  /** The ledger account that receives. */
  credit: number;
  /** In paise. A line of zero is left out, and a negative one is a bug. */
  amountPaise: bigint;
}

/** One business event that moves value. */
export interface Entry {
  /** The transfer, top-up or other order that causes it. */
  causeId: string;
  kind: EntryKind;
  /** The number of the first line. For phases that come once per attempt it is the attempt's number. Default 1. */
  firstLine?: number;
  lines: readonly PostingLine[];
}

/** Locked balances and the entries booked against them so far. */
export interface Books {
  /** Returns the amount that the account can still give, in paise: its balance plus its overdraft limit. */
  available(accountNo: number): bigint;
  /** Books an entry. Throws LedgerError.insufficient_funds if a spendable account cannot give that much. */
  book(entry: Entry): void;
  /** Writes what was booked, with one statement for postings and one for balances. */
  write(): Promise<void>;
}

const NONE: ReadonlyMap<number, LockedAccount> = new Map();

interface Balance {
  balance: bigint;
  overdraftLimit: bigint | null;
  moved: boolean;
}

/**
 * Locks the running accounts among these, always in the order of their numbers, and opens books over them. Accounts
 * that the transaction has already locked, and not changed since, can be passed as `before`.
 */
export async function openBooks(
  tx: Tx,
  accountNos: Iterable<number>,
  before: ReadonlyMap<number, LockedAccount> = NONE,
): Promise<Books> {
  const wanted = [...new Set(accountNos)].filter(isRunning).sort((a, b) => a - b);
  const missing = wanted.filter((accountNo) => !before.has(accountNo));
  const locked = missing.length === 0 ? NONE : await lockAccounts(tx, missing);
  if (locked.size !== missing.length)
    throw LedgerError.account_not_found({ wanted, found: [...before.keys(), ...locked.keys()] });
  const balances = new Map<number, Balance>(
    [...before, ...locked].map(([accountNo, account]) => [
      accountNo,
      { balance: account.balancePaise, overdraftLimit: account.overdraftLimitPaise, moved: false },
    ]),
  );
  return makeBooks(tx, balances);
}

/** One move of value, with the balances of its accounts after it. */
const POSTING = defineRow("ledger.posting", {
  causeId: uuid,
  phase: smallint,
  line: smallint,
  kind: text<EntryKind>(),
  debitNo: integer,
  creditNo: integer,
  amountPaise: bigint,
  debitBalancePaise: nullable(bigint),
  creditBalancePaise: nullable(bigint),
  at: timestamptz,
});

type Posting = Omit<RowOf<typeof POSTING>, "at">;

function makeBooks(tx: Tx, balances: Map<number, Balance>): Books {
  const postings: Posting[] = [];
  const available = (accountNo: number): bigint => {
    const account = balances.get(accountNo);
    assert(account !== undefined, `ledger account ${accountNo} is not locked`);
    if (account.overdraftLimit === null) throw new NotKnownError();
    return account.balance + account.overdraftLimit;
  };
  const add = (accountNo: number, amount: bigint): bigint | null => {
    if (!isRunning(accountNo)) return null;
    const account = balances.get(accountNo);
    assert(account !== undefined, `ledger account ${accountNo} is not locked`);
    account.balance += amount;
    account.moved = true;
    return account.balance;
  };
  return {
    available,
    book(entry) {
      const lines = entry.lines.filter((line) => line.amountPaise !== 0n);
      assertFunds(entry, lines, available);
      lines.forEach((line, index) => {
        assert(line.amountPaise > 0n, "a posting moves a positive amount");
        postings.push({
          causeId: entry.causeId,
          phase: PHASES[entry.kind],
          line: (entry.firstLine ?? 1) + index,
          kind: entry.kind,
          debitNo: line.debit,
          creditNo: line.credit,
          amountPaise: line.amountPaise,
          debitBalancePaise: add(line.debit, -line.amountPaise),
          creditBalancePaise: add(line.credit, line.amountPaise),
        });
      });
    },
    async write() {
      if (postings.length === 0) return;
      await Promise.all([insertRows(tx, POSTING, postings, { at: tx.now }), updateBalances(tx, balances)]);
    },
  };
}

/** A spendable account can give its balance and its overdraft limit, over all lines of an entry together. */
function assertFunds(entry: Entry, lines: readonly PostingLine[], available: (no: number) => bigint): void {
  const taken = new Map<number, bigint>();
  for (const { debit, amountPaise } of lines) {
    if (isSpendable(debit)) taken.set(debit, (taken.get(debit) ?? 0n) + amountPaise);
  }
  for (const [accountNo, amountPaise] of taken) {
    if (amountPaise <= available(accountNo)) continue;
    throw LedgerError.insufficient_funds({ accountNo, causeId: entry.causeId, amountPaise });
  }
}

async function updateBalances(tx: Tx, balances: ReadonlyMap<number, Balance>): Promise<void> {
  const moved = [...balances].filter(([, account]) => account.moved).toSorted(([a], [b]) => a - b);
  const rows = moved.map(([accountNo, { balance }]) => ({ accountNo, balancePaise: balance }));
  await writeRows(tx, BALANCES, rows);
}

const BALANCES = {
  name: "ledger.account: balances",
  columns: { accountNo: integer, balancePaise: bigint },
  statement: (given: string) => `
    update ledger.account as account
    set balance_paise = given.balance_paise
    from ${given}
    where account.merchant_id = $1
      and account.account_no = given.account_no`,
  isExact: true,
};

/**
 * The same in a phase. If the balances are not known, the given ones are relative to those that are locked here, in the
 * order of the accounts' numbers.
 */
const RELATIVE_BALANCES = {
  ...BALANCES,
  statement: (given: string, count = "touched") => `
    with moved as (
      update ledger.account as account
      set balance_paise = given.balance_paise + case when known is null then 0 else account.balance_paise end
      from ${given}
      where account.merchant_id = $1
        and account.account_no = given.account_no
      returning account.account_no, account.balance_paise - given.balance_paise as before
    )
    select jsonb_object_agg(account_no, before), count(*)
    into base, ${count}
    from moved`,
  countsItself: true,
};

/** The writes of books in a phase. */
export const BOOKS = [
  RELATIVE_BALANCES,
  inserting(POSTING, {
    instead: {
      debitBalancePaise: "given.debit_balance_paise + (base ->> given.debit_no::text)::bigint",
      creditBalancePaise: "given.credit_balance_paise + (base ->> given.credit_no::text)::bigint",
    },
  }),
] as const;

/**
 * A ledger account whose balance is not known: what is booked is relative to it. It can give at most this much, as far
 * as is known; null means that it is not known.
 */
export const relativeTo = (availablePaise: bigint | null): LockedAccount => ({
  balancePaise: 0n,
  overdraftLimitPaise: availablePaise,
});

/** Returns the amounts that a phase takes from spendable accounts, in paise, if they were opened by `relativeTo`. */
export function amountsTaken({
  rowsOf,
}: {
  rowsOf(name: string): readonly object[];
}): ReadonlyMap<number, bigint> {
  const rows = rowsOf(BALANCES.name) as readonly { accountNo: number; balancePaise: bigint }[];
  return new Map(
    rows.flatMap(({ accountNo, balancePaise }) =>
      isSpendable(accountNo) && balancePaise < 0n ? [[accountNo, -balancePaise]] : [],
    ),
  );
}

/** Books a set of entries in the caller's transaction: locks, checks and writes. For errors see `openBooks`. */
export async function postEntries(tx: Tx, entries: readonly Entry[]): Promise<void> {
  const books = await openBooks(
    tx,
    entries.flatMap((entry) => entry.lines.flatMap((line) => [line.debit, line.credit])),
  );
  for (const entry of entries) books.book(entry);
  await books.write();
}
