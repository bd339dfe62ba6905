/** Reads what waits at present, and the problems that someone must know of. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { readFundSources, readSourceBalances } from "#fund-sources";
import type { WaitingFor } from "#transfers";

/** Transfers that wait for the same thing. */
interface WaitingTransfers {
  readonly waitingFor: WaitingFor | "approval";
  readonly transfers: number;
  readonly amountPaise: bigint;
  /** The next moment at which one of them is looked at again or expires. */
  readonly nextAt: Date;
}

/** A fund source that holds less than its threshold. */
interface LowBalance {
  readonly fundSourceId: string;
  readonly name: string;
  readonly availablePaise: bigint;
  readonly thresholdPaise: bigint;
}

interface MoneyStanding {
  readonly readAt: Date;
  readonly waiting: readonly WaitingTransfers[];
  /** Batches that wait for approval, with their total amount. */
  readonly batchesToApprove: { readonly batches: number; readonly amountPaise: bigint };
  /** Transfers without a bank response for 72 hours. */
  readonly inReview: { readonly transfers: number; readonly amountPaise: bigint };
  readonly lowBalances: readonly LowBalance[];
}

export async function readStanding(ctx: Pick<Context, "db">, merchantId: string): Promise<MoneyStanding> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const [waiting, [others], lowBalances] = await Promise.all([
      tx.query<WaitingRow>(READ_WAITING, [merchantId]),
      tx.query<OthersRow>(READ_OTHERS, [merchantId]),
      readLowBalances(tx),
    ]);
    const { batches, batchesPaise, reviews, reviewsPaise } = others!;
    return {
      readAt: tx.now,
      waiting: waiting.map((row) => ({ ...row, transfers: Number(row.transfers) })),
      batchesToApprove: { batches: Number(batches), amountPaise: batchesPaise },
      inReview: { transfers: Number(reviews), amountPaise: reviewsPaise },
      lowBalances,
    };
  });
}

type WaitingRow = Omit<WaitingTransfers, "transfers"> & { readonly transfers: bigint };

interface OthersRow {
  readonly batches: bigint;
  readonly batchesPaise: bigint;
  readonly reviews: bigint;
  readonly reviewsPaise: bigint;
}

async function readLowBalances(tx: Tx): Promise<LowBalance[]> {
  const sources = (await readFundSources(tx)).filter(
    (one) => one.active && one.lowBalanceThresholdPaise > 0n,
  );
  const balances = await readSourceBalances(
    tx,
    sources.map(({ fundSourceId }) => fundSourceId),
  );
  return sources.flatMap(({ fundSourceId, name, lowBalanceThresholdPaise }) => {
    const availablePaise = balances.get(fundSourceId)?.availablePaise ?? 0n;
    if (availablePaise >= lowBalanceThresholdPaise) return [];
    return [{ fundSourceId, name, availablePaise, thresholdPaise: lowBalanceThresholdPaise }];
  });
}

// Every waiting transfer has a time at which it is due, so the index of due transfers can be used.
const READ_WAITING = `
  select waiting_for as "waitingFor", count(*) as transfers, sum(amount_paise)::bigint as "amountPaise",
    min(due_at) as "nextAt"
  from transfers.transfer
  where merchant_id = $1
    and due_at is not null
    and waiting_for is not null
  group by waiting_for
  union all
  select 'approval', count(*), sum(amount_paise)::bigint, min(expires_at)
  from approvals.request
  where merchant_id = $1
    and status = 'pending'
    and subject_kind = 'transfer'
  having count(*) > 0
  order by 1`;

const READ_OTHERS = `
  select batches.count as batches, batches.paise as "batchesPaise", reviews.count as reviews,
    reviews.paise as "reviewsPaise"
  from (
    select count(*) as count, coalesce(sum(amount_paise), 0)::bigint as paise
    from approvals.request
    where merchant_id = $1
      and status = 'pending'
      and subject_kind = 'batch'
  ) as batches
  cross join (
    select count(*) as count, coalesce(sum(amount_paise), 0)::bigint as paise
    from transfers.transfer
    where merchant_id = $1
      and due_at is not null
      and status = 'review'
  ) as reviews`;
