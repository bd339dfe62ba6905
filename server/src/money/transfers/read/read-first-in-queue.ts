/** Tells which transfer holds up another one that waits for money. */
import type { Tx } from "#lib/db";
import { isTold } from "../origins.ts";
import { type Transfer, transferColumns, totalOf } from "../transfer.ts";

/** The first transfer in the queue of a fund source, which the balance does not cover. */
export interface FirstInQueue {
  /** Null for a withdrawal or a refund, which only our own number names. */
  readonly transferKey: string | null;
  readonly referenceId: bigint;
  readonly amountPaise: bigint;
  /** With its charges. */
  readonly totalPaise: bigint;
  readonly missingPaise: bigint;
}

type Waiting = Pick<Transfer, "transferId" | "sourceNo" | "waitingFor">;

/**
 * Returns the transfer behind which another one waits for money. Null if it does not wait for money, is itself the
 * first, or will be paid in a moment because the balance covers the first one.
 */
export async function readFirstInQueue(tx: Tx, waiting: Waiting): Promise<FirstInQueue | null> {
  const first = (await readFirsts(tx, [waiting])).get(waiting.sourceNo);
  return first === undefined || first.transferId === waiting.transferId ? null : first.told;
}

/** The transfers that wait for money behind another one. */
interface HeldUp {
  readonly count: number;
  /** With their charges. */
  readonly totalPaise: bigint;
  /** False if there are more; count and sum then cover only those next in line. */
  readonly exact: boolean;
}

/** The place of a transfer that waits for money: behind another one, or first with others behind it. */
export interface QueuePlace {
  readonly behind: FirstInQueue | null;
  readonly holdsUp: HeldUp | null;
}

const COUNTED_MAX = 1_000;

/** Returns the places of those among some transfers that wait behind another one or hold others up. */
export async function readQueuePlaces(
  tx: Tx,
  transfers: readonly Waiting[],
): Promise<ReadonlyMap<string, QueuePlace>> {
  const firsts = await readFirsts(tx, transfers);
  const places = new Map<string, QueuePlace>();
  for (const { transferId, sourceNo, waitingFor } of transfers) {
    const first = waitingFor === "funds" ? firsts.get(sourceNo) : undefined;
    if (first === undefined) continue;
    if (first.transferId !== transferId) places.set(transferId, { behind: first.told, holdsUp: null });
    else {
      const holdsUp = await readHeldUp(tx, { transferId, sourceNo });
      if (holdsUp.count > 0) places.set(transferId, { behind: null, holdsUp });
    }
  }
  return places;
}

/** Returns, by fund source, the first transfer in each queue in which some wait, if the balance does not cover it. */
async function readFirsts(tx: Tx, transfers: readonly Waiting[]) {
  const waiting = transfers.filter(({ waitingFor }) => waitingFor === "funds");
  const firsts = new Map<Transfer["sourceNo"], { transferId: string; told: FirstInQueue }>();
  if (waiting.length === 0) return firsts;
  const sourceNos = [...new Set(waiting.map(({ sourceNo }) => sourceNo))];
  const rows = await tx.query<Transfer & { spendable: bigint }>(FIRST, [tx.merchantId, sourceNos, tx.now]);
  for (const row of rows) {
    const { transferId, sourceNo, transferKey, originKind, referenceId, amountPaise, spendable } = row;
    const totalPaise = totalOf(row);
    if (totalPaise <= spendable) continue;
    const told = {
      transferKey: isTold(originKind) ? transferKey : null,
      referenceId,
      amountPaise,
      totalPaise,
      missingPaise: totalPaise - spendable,
    };
    firsts.set(sourceNo, { transferId, told });
  }
  return firsts;
}

async function readHeldUp(
  tx: Tx,
  { transferId, sourceNo }: Pick<Transfer, "transferId" | "sourceNo">,
): Promise<HeldUp> {
  const values = [tx.merchantId, sourceNo, tx.now, transferId, COUNTED_MAX];
  const [behind] = await tx.query<HeldUp>(HELD_UP, values);
  return behind!;
}

const HELD_UP = `
  select least(count(*), $5)::int as count,
    coalesce(sum(total) filter (where place <= $5), 0)::bigint as "totalPaise",
    count(*) <= $5 as exact
  from (
    select amount_paise + fee_paise + tax_paise + reserve_paise as total,
      row_number() over (order by priority desc, reference_id) as place
    from transfers.transfer
    where merchant_id = $1
      and source_no = $2
      and waiting_for = 'funds'
      and due_at > $3
      and transfer_id <> $4
    order by priority desc, reference_id
    limit $5 + 1
  ) as waiting`;

/** The same order as in `lockQueues` of `admit-transfers.ts`, by the same index. */
const FIRST = `
  select first.*, available.balance_paise + available.overdraft_limit_paise as spendable
  from fund_sources.fund_source as source
  join ledger.account as available
    on available.merchant_id = source.merchant_id
   and available.account_no = source.ledger_account_no
  cross join lateral (
    select ${transferColumns}
    from transfers.transfer
    where merchant_id = $1
      and source_no = source.source_no
      and waiting_for = 'funds'
      and due_at > $3
    order by priority desc, reference_id
    limit 1
  ) as first
  where source.merchant_id = $1
    and source.source_no = any ($2)`;
