/** The background work of lending. */
import assert from "node:assert/strict";
import { type Books, type Entry, openBooks } from "#ledger";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { defineWorker, momentsIn, wakeWorker } from "#lib/worker";
import { istDate } from "#lib/ist";
import { followTransfers, type TransferChange } from "#transfers";
import { chargesEntry, giveBackEntries, LOAN_ACCOUNTS } from "./entries.ts";
import { LOAN, type Loan, type LoanStatus } from "./loan.ts";

/**
 * Notes how loans' transfers ended, in the transaction that decided it. Money that was not lent is then in the
 * intermediate ledger. The worker gives it back, so this transaction need not wait for the locks of the other ledgers.
 * Charges are passed on when the day in India has ended.
 */
async function followLoans(tx: Tx, changes: readonly TransferChange[]): Promise<void> {
  const ends = changes.flatMap(({ before, after }) => {
    const status = before.status === after.status ? undefined : ENDS[after.status];
    return status === undefined ? [] : [{ status, loanId: after.originId }];
  });
  if (ends.length === 0) return;
  await tx.execute(NOTE_LOANS, [
    tx.merchantId,
    tx.now,
    endOfDay(tx.now),
    ends.map(({ loanId }) => loanId),
    ends.map(({ status }) => status),
  ]);
  if (ends.some(({ status }) => status !== "disbursed")) await wakeWorker(tx, "lending");
}

const ENDS: Readonly<Record<string, LoanStatus | undefined>> = {
  succeeded: "disbursed",
  failed: "failed",
  cancelled: "failed",
  rejected: "failed",
  reversed: "returned",
};

const DAY_MS = 86_400_000;

/** The next midnight in India. */
function endOfDay(at: Date): Date {
  return new Date(Date.parse(`${istDate(at)}T00:00:00+05:30`) + DAY_MS);
}

const NOTE_LOANS = `
  update lending.loan as loan
  set status = ended.status,
    due_at = case
      when ended.status <> 'disbursed' then $2::timestamptz
      when loan.lender_charges_paise + loan.originator_charges_paise > 0 then $3::timestamptz
    end,
    finished_at = $2
  from unnest($4::uuid[], $5::text[]) as ended (loan_id, status)
  where loan.merchant_id = $1
    and loan.loan_id = ended.loan_id
    and case ended.status
      when 'returned' then loan.status in ('disbursing', 'disbursed')
      else loan.status = 'disbursing'
    end`;

const SET_MAX = 100;

/**
 * Passes on the charges of disbursed loans whose day has ended, and gives back the shares of loans that were not paid
 * or came back. Each is done once. Returns how many loans there were.
 */
export async function settleLoans(ctx: Context, merchantId: string): Promise<number> {
  const count = await ctx.db.inMerchant(merchantId, settle);
  crashPoint("lending.settle.committed");
  return count;
}

async function settle(tx: Tx): Promise<number> {
  // A merchant that has never lent has no accounts for it.
  if ((await tx.query(FIND_DUE, [tx.merchantId, tx.now])).length === 0) return 0;
  // Accounts are locked before loans, in the same order as wherever entries for a loan's transfer are booked.
  const books = await openBooks(tx, LOAN_ACCOUNTS);
  crashPoint("lending.settle.locked");
  const due = await tx.query<DueLoan>(CLAIM, [tx.merchantId, tx.now, SET_MAX]);
  if (due.length === 0) return 0;
  for (const loan of due) for (const entry of entriesOf(loan, books)) books.book(entry);
  const [count] = await Promise.all([
    tx.execute(NOTE_SETTLED, [tx.merchantId, tx.now, due.map(({ loanId }) => loanId)]),
    books.write(),
  ]);
  assert.equal(count, due.length, "every loan that was settled is noted");
  crashPoint("lending.settle.written");
  return due.length;
}

/** A loan and, if its transfer was paid, the part of its fee that was already released to the wallet. */
type DueLoan = Loan & { readonly reservePaise: bigint };

function entriesOf(loan: DueLoan, books: Books): Entry[] {
  return loan.status === "disbursed" ? [chargesEntry(loan)] : giveBackEntries(loan, books);
}

const FIND_DUE = "select from lending.loan where merchant_id = $1 and due_at <= $2 limit 1";

const CLAIM = `
  select ${LOAN.columns},
    coalesce((
      select reserve_paise::bigint
      from transfers.transfer
      where transfer.merchant_id = loan.merchant_id
        and transfer_key = loan_key
        and loan.status = 'returned'
    ), 0) as "reservePaise"
  from lending.loan
  where merchant_id = $1
    and due_at <= $2
  order by due_at, loan_id
  limit $3
  for update skip locked`;

const NOTE_SETTLED = `
  update lending.loan
  set due_at = null,
    charges_passed_on_at = case when status = 'disbursed' then $2 else charges_passed_on_at end,
    given_back_at = case when status <> 'disbursed' then $2::timestamptz end
  where merchant_id = $1
    and loan_id = any ($3::uuid[])`;

/** Does a merchant's due work until nothing is due. */
export async function workLending(ctx: Context, merchantId: string): Promise<void> {
  while ((await settleLoans(ctx, merchantId)) > 0);
}

export const lendingWorker = defineWorker({
  name: "lending",
  everyMs: 1_000,
  due: `exists (
    select from lending.loan
    where loan.merchant_id = clock.merchant_id
      and loan.due_at <= clock.now
  )`,
  work: workLending,
  /** The times at which loans are due. */
  moments: { co_lending: momentsIn("lending.loan") },
});

/** Registers lending as the follower of loans' transfers. Called once at the start of a process. */
export function registerLending(): void {
  followTransfers("loan", followLoans);
}
