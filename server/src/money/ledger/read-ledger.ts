import type { Tx } from "#lib/db";
import { type AccountKind, clearingAccount, settlementAccount } from "./accounts.ts";
import type { EntryKind } from "./open-books.ts";

/**
 * Reads the merchant's money at a bank, in paise: what arrived, minus what it has paid and what it was told to pay. The
 * sum is over all postings of the merchant, so the cost grows with them: it is for occasional requests, never for the
 * processing of a transfer.
 */
export async function readBankPosition(tx: Tx, bankNo: number): Promise<bigint> {
  const accounts = [settlementAccount(bankNo), clearingAccount(bankNo)];
  const [row] = await tx.query<{ paise: bigint }>(
    `select coalesce(sum(
         case when debit_no = any ($2::int[]) then amount_paise else 0 end
         - case when credit_no = any ($2::int[]) then amount_paise else 0 end
       ), 0)::bigint as paise
     from ledger.posting
     where merchant_id = $1
       and (debit_no = any ($2::int[]) or credit_no = any ($2::int[]))`,
    [tx.merchantId, accounts],
  );
  return row!.paise;
}

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

/** Reads what was booked for one cause, e.g. a transfer, in the order of booking. */
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
