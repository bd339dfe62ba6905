import { approvalsBy, approversOf, type DaySums, type Level } from "#approvals";
import type { Tx } from "#lib/db";
import { mayPay } from "#transfers";
import type { Batch } from "./batch.ts";

/**
 * Sums what the maker's earlier batches of the last 24 hours pay, for batch policies: a batch that is split
 * into several is judged like the whole. Rejected rows and unpaid payments do not count.
 */
export async function readSumsOfBatches(
  tx: Tx,
  { createdBy, referenceId }: Pick<Batch, "createdBy" | "referenceId">,
): Promise<DaySums> {
  const rows = await tx.query<{ paise: string; levels: Level[] }>(READ, [
    tx.merchantId,
    tx.now,
    createdBy,
    referenceId,
  ]);
  const maker = rows.map(({ paise, levels }) => ({
    paise,
    approvers: approversOf(levels),
    approvals: approvalsBy(levels),
  }));
  return { payee: [], maker };
}

const READ = `
  select levels, sum(batch_row.amount_paise)::text as paise
  from batches.batch
  cross join lateral (
    select coalesce(jsonb_agg(step), '[]') as levels
    from approvals.request
    cross join jsonb_array_elements(request.levels) as step
    where request.merchant_id = $1
      and request.subject_kind = 'batch'
      and request.subject_id = batch.batch_id::text
  ) as asked
  join batches.batch_row on batch_row.merchant_id = $1 and batch_row.batch_id = batch.batch_id
  left join transfers.transfer
    on transfer.merchant_id = $1
    and transfer.transfer_id = batch_row.transfer_id
  where batch.merchant_id = $1
    and batch.created_by = $3
    and batch.reference_id < $4
    and batch.created_at > $2::timestamptz - interval '24 hours'
    and batch_row.status <> 'rejected'
    and batch_row.amount_paise > 0
    and (transfer.transfer_id is null or ${mayPay("transfer")})
  group by levels`;
