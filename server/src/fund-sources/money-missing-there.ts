import { readBankPosition } from "#ledger";
import type { Tx } from "#lib/db";
import type { Ends } from "./find-ends.ts";

/**
 * How much of an amount would first have to move between bank accounts before it can change its owner; nothing when
 * it can at once. A connected bank account's money stands at its own bank and leaves from there, the wallet's stands
 * at any bank and leaves from any. So nothing is missing when both stand at one bank, or when the wallet receives;
 * and else as far as the bank of the one that receives has money of the merchant that belongs to none of its bank
 * accounts there (decisions/0011).
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
