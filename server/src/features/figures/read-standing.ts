/** Reads what waits at present, and the problems that someone must know of. */
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { readFundSources, readSourceBalances } from "#fund-sources";
import type { WaitingFor } from "#transfers";

/** Transfers that wait for the same thing and are paid from the same fund source. */
interface WaitingTransfers {
  readonly waitingFor: WaitingFor | "approval";
  /** Null if a request for approval does not name one. */
  readonly fundSourceId: string | null;
  readonly fundSourceName: string | null;
  readonly transfers: number;
  readonly amountPaise: bigint;
  /** The fund source lacks this amount to pay all of them with their charges. It is 0 if they do not wait for money. */
  readonly missingPaise: bigint;
  /** The next moment at which one of them is looked at again or expires. */
  readonly nextAt: Date;
}

/** Transfers without a response of one bank for 72 hours, from one fund source. */
interface UnansweredTransfers {
  readonly bankId: string | null;
  readonly fundSourceId: string;
  readonly fundSourceName: string | null;
  readonly transfers: number;
  readonly amountPaise: bigint;
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
  readonly inReview: readonly UnansweredTransfers[];
  readonly lowBalances: readonly LowBalance[];
}

export async function readStanding(ctx: Pick<Context, "db">, merchantId: string): Promise<MoneyStanding> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const [waiting, reviews, [others], money] = await Promise.all([
      tx.query<WaitingRow>(READ_WAITING, [merchantId]),
      tx.query<ReviewRow>(READ_REVIEWS, [merchantId]),
      tx.query<OthersRow>(READ_BATCHES, [merchantId]),
      readMoney(tx),
    ]);
    const { batches, batchesPaise } = others!;
    return {
      readAt: tx.now,
      waiting: waiting.map(({ neededPaise, ...row }) => ({
        ...row,
        transfers: Number(row.transfers),
        fundSourceName: money.nameOf(row.fundSourceId),
        missingPaise: row.waitingFor === "funds" ? money.missing(row.fundSourceId, neededPaise) : 0n,
      })),
      batchesToApprove: { batches: Number(batches), amountPaise: batchesPaise },
      inReview: reviews.map((row) => ({
        ...row,
        transfers: Number(row.transfers),
        fundSourceName: money.nameOf(row.fundSourceId),
      })),
      lowBalances: money.lowBalances,
    };
  });
}

interface WaitingRow extends Omit<WaitingTransfers, "transfers" | "fundSourceName" | "missingPaise"> {
  readonly transfers: bigint;
  readonly neededPaise: bigint;
}

type ReviewRow = Omit<UnansweredTransfers, "transfers" | "fundSourceName"> & { readonly transfers: bigint };

interface OthersRow {
  readonly batches: bigint;
  readonly batchesPaise: bigint;
}

interface StandingOfMoney {
  readonly nameOf: (fundSourceId: string | null) => string | null;
  readonly missing: (fundSourceId: string | null, neededPaise: bigint) => bigint;
  readonly lowBalances: readonly LowBalance[];
}

async function readMoney(tx: Tx): Promise<StandingOfMoney> {
  const sources = await readFundSources(tx);
  const balances = await readSourceBalances(
    tx,
    sources.map(({ fundSourceId }) => fundSourceId),
  );
  const names = new Map(sources.map(({ fundSourceId, name }) => [fundSourceId, name]));
  return {
    nameOf: (fundSourceId) => names.get(fundSourceId ?? "") ?? null,
    missing(fundSourceId, neededPaise) {
      const spendable = balances.get(fundSourceId ?? "")?.spendablePaise ?? 0n;
      return neededPaise > spendable ? neededPaise - spendable : 0n;
    },
    lowBalances: sources.flatMap(({ fundSourceId, name, active, lowBalanceThresholdPaise }) => {
      const availablePaise = balances.get(fundSourceId)?.availablePaise ?? 0n;
      if (!active || availablePaise >= lowBalanceThresholdPaise || lowBalanceThresholdPaise <= 0n) return [];
      return [{ fundSourceId, name, availablePaise, thresholdPaise: lowBalanceThresholdPaise }];
    }),
  };
}

// Every waiting transfer has a time at which it is due, so the index of due transfers can be used.
const READ_WAITING = `
  select waiting_for as "waitingFor", fund_source_id as "fundSourceId", count(*) as transfers,
    sum(amount_paise)::bigint as "amountPaise",
    sum(amount_paise + fee_paise + tax_paise)::bigint as "neededPaise", min(due_at) as "nextAt"
  from transfers.transfer
  where merchant_id = $1
    and due_at is not null
    and waiting_for is not null
  group by waiting_for, fund_source_id
  union all
  select 'approval', fund_source_id, count(*), sum(amount_paise)::bigint, 0, min(expires_at)
  from approvals.request
  where merchant_id = $1
    and status = 'pending'
    and subject_kind = 'transfer'
  group by fund_source_id
  order by 1, 2`;

const READ_REVIEWS = `
  select bank_id as "bankId", fund_source_id as "fundSourceId", count(*) as transfers,
    sum(amount_paise)::bigint as "amountPaise"
  from transfers.transfer
  where merchant_id = $1
    and due_at is not null
    and status = 'review'
  group by bank_id, fund_source_id
  order by 1, 2`;

const READ_BATCHES = `
  select count(*) as batches, coalesce(sum(amount_paise), 0)::bigint as "batchesPaise"
  from approvals.request
  where merchant_id = $1
    and status = 'pending'
    and subject_kind = 'batch'`;
