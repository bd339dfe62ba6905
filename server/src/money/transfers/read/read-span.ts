/** Reads what was ordered in a period, with all attempts. */
import type { Tx } from "#lib/db";
import type { Rail } from "#rails";
import type { Status } from "../machine.ts";

interface SpanAttempt {
  readonly bankId: string;
  readonly rail: Rail;
  readonly reference: string;
  /** True if the bank refused it, was not reached, or gave no meaningful response. */
  readonly troubled: boolean;
  readonly decisionId: string;
  readonly at: Date;
}

export interface SpanTransfer {
  readonly transferId: string;
  readonly amountPaise: bigint;
  readonly status: Status;
  /** True if it has waited for a bank that works, or still does. */
  readonly waited: boolean;
  /** In the order in which they were made. */
  readonly attempts: readonly SpanAttempt[];
}

interface TransferSpan {
  readonly rail: Rail;
  readonly from: Date;
  readonly until: Date;
}

/** The most transfers that are read; a longer period is cut off at its end. */
const SPAN_TRANSFERS_MAX = 10_000;

/** Reads transfers on one rail accepted in the period, by the merchant's clock, in order of acceptance. */
export async function readSpan(tx: Tx, { rail, from, until }: TransferSpan): Promise<SpanTransfer[]> {
  const values = [tx.merchantId, rail, from, until, SPAN_TRANSFERS_MAX];
  const transfers = await tx.query<Omit<SpanTransfer, "attempts">>(TRANSFERS, values);
  const transferIds = transfers.map(({ transferId }) => transferId);
  const attempts = await tx.query<SpanAttempt & { transferId: string }>(ATTEMPTS, [
    tx.merchantId,
    transferIds,
  ]);
  const byTransfer = Map.groupBy(attempts, ({ transferId }) => transferId);
  return transfers.map((transfer) => ({ ...transfer, attempts: byTransfer.get(transfer.transferId) ?? [] }));
}

const TRANSFERS = `
  select transfer_id as "transferId", amount_paise as "amountPaise", status,
    exists (
      select from transfers.step
      where step.merchant_id = transfer.merchant_id
        and step.transfer_id = transfer.transfer_id
        and step.to_status = 'waiting'
        and step.because like '%waits for downtime'
    ) as waited
  from transfers.transfer
  where merchant_id = $1
    and rail = $2
    and accepted_at >= $3
    and accepted_at < $4
  order by accepted_at, transfer_id
  limit $5`;

const ATTEMPTS = `
  select transfer_id as "transferId", bank_id as "bankId", rail, reference, decision_id as "decisionId", at,
    not live or exists (
      select from transfers.fact
      where fact.merchant_id = attempt.merchant_id
        and fact.transfer_id = attempt.transfer_id
        and fact.attempt = attempt.attempt
        and fact.source = 'response'
        and fact.evidence = 'UNK'
        and fact.code = ''
    ) as troubled
  from transfers.attempt
  where merchant_id = $1
    and transfer_id = any ($2::uuid[])
  order by transfer_id, attempt`;
