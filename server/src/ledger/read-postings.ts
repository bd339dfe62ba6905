import type { Tx } from "#lib/db";
import type { AccountKind } from "./accounts.ts";
import type { EntryKind } from "./open-books.ts";

/** One posting with the names of its ledger accounts. */
export interface ShownPosting {
  readonly kind: EntryKind;
  readonly debit: string;
  readonly debitKind: AccountKind;
  readonly credit: string;
  readonly creditKind: AccountKind;
  readonly amountPaise: bigint;
  readonly at: Date;
}

/** What was booked for one cause, a transfer say, in the order of booking. */
export function readPostings(tx: Tx, causeId: string): Promise<ShownPosting[]> {
  return tx.query<ShownPosting>(READ, [tx.merchantId, causeId]);
}

const READ = `
  select posting.kind, debit.name as debit, debit.kind as "debitKind", credit.name as credit,
    credit.kind as "creditKind", posting.amount_paise as "amountPaise", posting.at
  from ledger.posting
  join ledger.account as debit on debit.merchant_id = posting.merchant_id and debit.account_no = debit_no
  join ledger.account as credit on credit.merchant_id = posting.merchant_id and credit.account_no = credit_no
  where posting.merchant_id = $1 and cause_id = $2
  order by posting.at, phase, line`;
