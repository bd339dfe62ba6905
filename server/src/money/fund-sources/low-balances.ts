/** Alerts about low balances. */
import { requireOfMember } from "#access";
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Reader } from "#lib/db";
import { newId } from "#lib/ids";
import { formatRupees } from "#lib/money";
import { defineWorker } from "#lib/worker";
import { formatEventTime, publishEvents } from "#webhooks";
import { FundSourceError } from "./errors.ts";

/** Finds merchants with an alert to announce or to end, for the sweep that calls `alertLowBalances`. */
export async function findLowBalances(read: Reader, limit = 1_000): Promise<string[]> {
  const rows = await read.query<{ merchant_id: string }>(FIND, [limit]);
  return rows.map((row) => row.merchant_id);
}

const FIND = `
  select distinct source.merchant_id
  from fund_sources.fund_source as source
  join ledger.account
    on account.merchant_id = source.merchant_id
    and account.account_no = source.ledger_account_no
  where source.notify_low_balance
    and source.active
    and (account.balance_paise < source.low_balance_threshold_paise) <> (source.low_since is not null)
  limit $1`;

interface ThresholdToSet {
  readonly fundSourceId: string;
  /** The minimum balance, in paise. */
  readonly thresholdPaise: bigint;
  /** True to notify when the available balance drops below it. */
  readonly notify: boolean;
  readonly by: Actor;
}

/**
 * Sets the low balance threshold. Throws FundSourceError.not_found or threshold_invalid;
 * AccessError.not_permitted for a member who may not manage settings.
 */
export async function setLowBalanceThreshold(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { fundSourceId, thresholdPaise, notify, by }: ThresholdToSet,
): Promise<void> {
  if (thresholdPaise < 0n) throw FundSourceError.threshold_invalid({ thresholdPaise });
  await ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_settings");
    // A new threshold is announced again, even if the balance was already below the old one.
    const count = await tx.execute(
      `update fund_sources.fund_source
       set low_balance_threshold_paise = $3, notify_low_balance = $4, low_since = null
       where merchant_id = $1
         and fund_source_id = $2
         and kind not in ('transit', 'intermediate')`,
      [merchantId, fundSourceId, thresholdPaise, notify],
    );
    if (count === 0) throw FundSourceError.not_found({ fundSourceId });
    await recordAudit(tx, [
      {
        actor: by,
        action: "fund-sources.low_balance_threshold_set",
        subject: `fund-source:${fundSourceId}`,
        detail: { thresholdPaise: thresholdPaise.toString(), notify },
      },
    ]);
  });
}

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

export const lowBalancesWorker = defineWorker({
  // Nothing wakes it: a payment must not bear the cost of checking its own threshold.
  name: "low balances",
  everyMs: 1_000,
  due: (read) => findLowBalances(read),
  work: alertLowBalances,
});
