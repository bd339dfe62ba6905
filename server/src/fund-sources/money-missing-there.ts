import { readBankPosition } from "#ledger";
import type { Tx } from "#lib/db";
import type { Ends } from "./find-ends.ts";

/**
 * Returns how much of an amount must first move between bank accounts before it can change its owner; zero if
 * it can at once. The money of a connected bank account is at its own bank and leaves from there; the
 * wallet's is at any bank and leaves from any. So nothing is missing if both are at one bank, or if the
 * wallet receives. Otherwise the limit is the merchant's money at the receiver's bank that belongs to none of
 * its bank accounts there (decisions/0011).
 */
export async function moneyMissingThere(tx: Tx, { from, to }: Ends, amountPaise: bigint): Promise<bigint> {
  if (to.bankId === null || to.bankId === from.bankId) return 0n;
  const [bank] = await tx.query<{ bank_no: number; owned_paise: bigint }>(READ_BANK, [
    tx.merchantId,
    to.bankId,
  ]);
  const freePaise = (await readBankPosition(tx, bank!.bank_no)) - bank!.owned_paise;
  const missingPaise = amountPaise - (freePaise > 0n ? freePaise : 0n);
  return missingPaise > 0n ? missingPaise : 0n;
}

const READ_BANK = `
  select connection.bank_no,
    (
      select coalesce(sum(account.balance_paise), 0)::bigint
      from fund_sources.fund_source as source
      join ledger.account
        on account.merchant_id = source.merchant_id
       and account.account_no in (source.ledger_account_no, source.held_in_no, source.held_out_no)
      where source.merchant_id = connection.merchant_id
        and source.bank_id = connection.bank_id
    ) as owned_paise
  from fund_sources.bank_connection as connection
  where connection.merchant_id = $1
    and connection.bank_id = $2`;
