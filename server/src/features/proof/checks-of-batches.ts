/** Invariants of batches: every row that arrived is accounted for, and no transfer counts for two rows. */
import type { Check } from "./checks.ts";

export const CHECKS_OF_BATCHES: readonly Check[] = [
  {
    name: "batch-rows-add-up",
    says: "The rows of a batch are accepted, rejected or open, without gaps; one that has ended has none open.",
    sql: `
      with counted as (
        select merchant_id, batch_id, count(*) as rows, min(row_no) as first, max(row_no) as last,
          count(*) filter (where status in ('accepted', 'rejected')) as decided,
          sum(amount_paise) as paise
        from batches.batch_row
        group by merchant_id, batch_id
      )
      select batch.merchant_id, batch.batch_id::text as subject,
        format('%s: %s rows stored, %s decided, of %s', stage, coalesce(rows, 0), coalesce(decided, 0), row_count)
          as detail
      from batches.batch
      left join counted on counted.merchant_id = batch.merchant_id and counted.batch_id = batch.batch_id
      where counted.rows is distinct from batch.row_count
         or counted.first is distinct from 1
         or counted.last is distinct from batch.row_count
         or coalesce(counted.paise, 0) <> batch.sum_paise
         or (stage in ('finished', 'rejected') and counted.decided <> batch.row_count)
      union all
      select row.merchant_id, row.batch_id::text, format('row %s of no batch', row.row_no)
      from batches.batch_row as row
      left join batches.batch on batch.merchant_id = row.merchant_id and batch.batch_id = row.batch_id
      where batch.batch_id is null`,
  },
  {
    name: "batch-rows-are-their-transfers",
    says: "An accepted row is one transfer of its key and amount, made by its batch; a rejected one is none.",
    sql: `
      select row.merchant_id, row.batch_id || ' row ' || row.row_no as subject,
        format('%s, transfer %s', row.status, coalesce(transfer.status, 'none')) as detail
      from batches.batch_row as row
      join batches.batch on batch.merchant_id = row.merchant_id and batch.batch_id = row.batch_id
      left join transfers.transfer
        on transfer.merchant_id = row.merchant_id and transfer.transfer_id = row.transfer_id
      where batch.format <> 'BENEFICIARIES'
        and not coalesce(
          case
            when row.transfer_id is null then row.status <> 'accepted'
            else transfer.origin_kind = 'batch'
              and transfer.origin_id = row.batch_id
              and transfer.transfer_key = row.row_key
              and transfer.reference_id = row.reference_id
              and transfer.amount_paise = row.amount_paise
              and (row.status = 'accepted' or transfer.status = 'rejected')
          end, false)`,
  },
  {
    name: "batch-transfers-have-their-rows",
    says: "Every transfer that a batch made is that of one row, which is open until it is marked.",
    sql: `
      select transfer.merchant_id, transfer.transfer_id::text as subject,
        format('%s: %s rows', transfer.status, count(row.row_no)) as detail
      from transfers.transfer
      join batches.batch
        on batch.merchant_id = transfer.merchant_id and batch.batch_id = transfer.origin_id
      left join batches.batch_row as row
        on row.merchant_id = transfer.merchant_id
       and row.batch_id = transfer.origin_id
       and row.row_key = transfer.transfer_key
       and (row.transfer_id = transfer.transfer_id or row.status = 'open')
      where transfer.origin_kind = 'batch'
      group by transfer.merchant_id, transfer.transfer_id, transfer.status
      having count(row.row_no) <> 1`,
  },
];
