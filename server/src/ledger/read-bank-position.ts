import type { Tx } from "#lib/db";
import { clearingAccount, settlementAccount } from "./accounts.ts";

/**
 * The merchant's money at a bank, in paise: what arrived there less what it has paid and what it has been told to
 * pay. It is summed over all postings of the merchant, so its cost grows with them: for what people ask for once in
 * a while, never for the path of a transfer.
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
