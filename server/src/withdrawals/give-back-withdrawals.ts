import { readFundSources, TRANSIT_NO } from "#fund-sources";
import { postEntries, sourceAccounts } from "#ledger";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";

const SET_MAX = 100;

/**
 * Gives the money of withdrawals that were not paid, or came back, to the wallet again, and returns how many there
 * were.
 */
export async function giveBackWithdrawals(ctx: Context, merchantId: string): Promise<number> {
  const count = await ctx.db.inMerchant(merchantId, giveBack);
  crashPoint("withdrawals.give_back.committed");
  return count;
}

async function giveBack(tx: Tx): Promise<number> {
  const due = await tx.query<{ withdrawalId: string; fundSourceId: string; amountPaise: bigint }>(CLAIM, [
    tx.merchantId,
    tx.now,
    SET_MAX,
  ]);
  if (due.length === 0) return 0;
  const sources = new Map((await readFundSources(tx)).map((one) => [one.fundSourceId, one.sourceNo]));
  const { available: transit } = sourceAccounts(TRANSIT_NO);
  await postEntries(
    tx,
    due.map(({ withdrawalId, fundSourceId, amountPaise }) => {
      const { available } = sourceAccounts(sources.get(fundSourceId)!);
      // The same phase has set the money aside as line 1, so the books accept this only once as well.
      const lines = [{ debit: transit, credit: available, amountPaise }];
      return { causeId: withdrawalId, kind: "withdrawal" as const, firstLine: 2, lines };
    }),
  );
  await tx.execute(
    `update withdrawals.withdrawal
     set due_at = null
     where merchant_id = $1
       and withdrawal_id = any ($2::uuid[])`,
    [tx.merchantId, due.map(({ withdrawalId }) => withdrawalId)],
  );
  crashPoint("withdrawals.give_back.written");
  return due.length;
}

const CLAIM = `
  select withdrawal_id as "withdrawalId", fund_source_id as "fundSourceId", amount_paise as "amountPaise"
  from withdrawals.withdrawal
  where merchant_id = $1
    and due_at <= $2
    and status in ('failed', 'returned')
  order by withdrawal_id
  limit $3
  for update skip locked`;
