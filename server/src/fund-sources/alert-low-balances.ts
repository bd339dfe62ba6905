import { newId } from "#lib/ids";
import type { Context } from "#lib/context";
import { formatRupees } from "#lib/money";
import { formatEventTime, publishEvents } from "#webhooks";

/**
 * Announces each fund source whose available balance has dropped below its threshold (LOW_BALANCE_ALERT),
 * once until it rises above it again. Returns their number. Safe to run at any time, in several processes.
 */
export async function alertLowBalances(ctx: Pick<Context, "db">, merchantId: string): Promise<number> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await tx.execute(CLEAR_RECOVERED, [merchantId]);
    const dropped = await tx.query<{ name: string; available_paise: bigint }>(MARK_DROPPED, [
      merchantId,
      tx.now,
    ]);
    await publishEvents(
      tx,
      dropped.map(({ name, available_paise }) => ({
        type: "LOW_BALANCE_ALERT",
        subjectId: newId(),
        seq: 1,
        at: tx.now,
        data: { currentBalance: formatRupees(available_paise), alertTime: formatEventTime(tx.now) },
        beside: { fundSource: name },
      })),
    );
    return dropped.length;
  });
}

const BALANCE_OF_SOURCE = `
  account.merchant_id = source.merchant_id
    and account.account_no = source.ledger_account_no
    and source.notify_low_balance
    and source.active`;

const CLEAR_RECOVERED = `
  update fund_sources.fund_source as source
  set low_since = null
  from ledger.account
  where source.merchant_id = $1
    and source.low_since is not null
    and account.balance_paise >= source.low_balance_threshold_paise
    and ${BALANCE_OF_SOURCE}`;

const MARK_DROPPED = `
  update fund_sources.fund_source as source
  set low_since = $2
  from ledger.account
  where source.merchant_id = $1
    and source.low_since is null
    and account.balance_paise < source.low_balance_threshold_paise
    and ${BALANCE_OF_SOURCE}
  returning source.name || ' (' || source.fund_source_id || ')' as name, account.balance_paise as available_paise`;
