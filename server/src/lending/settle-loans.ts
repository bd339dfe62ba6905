import assert from "node:assert/strict";
import { openBooks, type Books, type Entry } from "#ledger";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { chargesEntry, giveBackEntries, LOAN_ACCOUNTS } from "./entries.ts";
import { loanColumns, type Loan } from "./loan.ts";

const SET_MAX = 100;

/**
 * Passes on the charges of loans that were disbursed when their day has ended, and gives back the shares of those that
 * were not, or whose money was sent back; answers how many there were. Each is done once.
 */
export async function settleLoans(ctx: Context, merchantId: string): Promise<number> {
  const count = await ctx.db.inMerchant(merchantId, settle);
  crashPoint("lending.settle.committed");
  return count;
}

async function settle(tx: Tx): Promise<number> {
  // Accounts before loans, as everybody takes them who books for a loan's transfer.
  const books = await openBooks(tx, LOAN_ACCOUNTS);
  crashPoint("lending.settle.locked");
  const due = await tx.query<DueLoan>(CLAIM, [tx.merchantId, tx.now, SET_MAX]);
  if (due.length === 0) return 0;
  for (const loan of due) for (const entry of entriesOf(loan, books)) books.book(entry);
  const [count] = await Promise.all([
    tx.execute(NOTE, [tx.merchantId, tx.now, due.map(({ loanId }) => loanId)]),
    books.write(),
  ]);
  assert.equal(count, due.length, "every loan that was settled is noted");
  crashPoint("lending.settle.written");
  return due.length;
}

/** A loan with what the wallet has got back of its fee already, when its transfer was paid. */
type DueLoan = Loan & { readonly reservePaise: bigint };

function entriesOf(loan: DueLoan, books: Books): Entry[] {
  return loan.status === "disbursed" ? [chargesEntry(loan)] : giveBackEntries(loan, books);
}

const CLAIM = `
  select ${loanColumns},
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

const NOTE = `
  update lending.loan
  set due_at = null,
    charges_passed_on_at = case when status = 'disbursed' then $2 else charges_passed_on_at end,
    given_back_at = case when status <> 'disbursed' then $2::timestamptz end
  where merchant_id = $1
    and loan_id = any ($3::uuid[])`;
