/** How batches stand: it follows from their rows and transfers each time it is asked. */
import type { Context } from "#lib/context";
import { batchColumns, type Batch } from "./batch.ts";
import { BatchError } from "./errors.ts";
import { FORMATS, type FormatName } from "./formats.ts";

/** The word for people. `processing` until every transfer has ended; `partly_failed` when one ended unpaid. */
export type BatchStatus =
  | "uploaded"
  | "validating"
  | "awaiting_approval"
  | "processing"
  | "completed"
  | "partly_failed"
  | "rejected";

/** Rows by what became of them; amounts in paise. */
export interface BatchTotals {
  readonly open: number;
  readonly accepted: number;
  readonly rejected: number;
  /** Of the accepted: paid, or of a batch of beneficiaries added. */
  readonly done: number;
  readonly donePaise: bigint;
  /** Rejected, or accepted and ended unpaid. */
  readonly failed: number;
  readonly failedPaise: bigint;
}

/** A batch with how it stands. */
export interface BatchDescription extends Batch {
  readonly status: BatchStatus;
  readonly totals: BatchTotals;
}

export interface BatchPage {
  readonly limit: number;
  readonly beforeReferenceId?: number | undefined;
  readonly formats?: readonly FormatName[] | undefined;
}

type DescribedRow = Batch & BatchTotals;

/** One batch by our id or the merchant's own. Throws BatchError.not_found. */
export async function describeBatch(
  ctx: Context,
  merchantId: string,
  wanted: { batchId: string } | { batchKey: string },
): Promise<BatchDescription> {
  const [batchId, batchKey] = "batchId" in wanted ? [wanted.batchId, null] : [null, wanted.batchKey];
  const [row] = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<DescribedRow>(
      `${DESCRIBE}
       where batch.merchant_id = $1
         and (batch.batch_id = $2::uuid or batch.batch_key = $3::text)`,
      [merchantId, batchId, batchKey],
    ),
  );
  if (row === undefined) throw BatchError.not_found({ ...wanted });
  return toDescription(row);
}

/**
 * A merchant's batches, the newest first, `limit` at most 100; go on with the last one's `referenceId`. `formats`: only
 * those.
 */
export async function listBatches(
  ctx: Context,
  merchantId: string,
  { limit, beforeReferenceId, formats }: BatchPage,
): Promise<BatchDescription[]> {
  const rows = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<DescribedRow>(
      `${DESCRIBE}
       where batch.merchant_id = $1
         and batch.reference_id < coalesce($2::int, 2147483647)
         and ($4::text[] is null or batch.format = any ($4))
       order by batch.reference_id desc
       limit least($3::int, 100)`,
      [merchantId, beforeReferenceId ?? null, limit, formats ?? null],
    ),
  );
  return rows.map(toDescription);
}

function toDescription(row: DescribedRow): BatchDescription {
  const { open, accepted, rejected, done, donePaise, failed, failedPaise, ...batch } = row;
  const isOfTransfers = FORMATS[batch.format].kind === "transfers";
  const totals = {
    open,
    accepted,
    rejected,
    done: isOfTransfers ? done : accepted,
    donePaise,
    failed,
    failedPaise,
  };
  return { ...batch, totals, status: statusOf(batch, totals) };
}

function statusOf({ stage, rowCount }: Batch, { accepted, done, failed }: BatchTotals): BatchStatus {
  if (stage !== "finished" && stage !== "rejected") return stage;
  if (accepted === 0) return "rejected";
  if (done + failed < rowCount) return "processing";
  return failed > 0 ? "partly_failed" : "completed";
}

const ENDED_UNPAID = "('failed', 'rejected', 'reversed', 'cancelled')";

const DESCRIBE = `
  select ${batchColumns}, total.*
  from batches.batch
  cross join lateral (
    select
      count(*) filter (where row.status = 'open')::int as open,
      count(*) filter (where row.status = 'accepted')::int as accepted,
      count(*) filter (where row.status = 'rejected')::int as rejected,
      count(*) filter (where row.status = 'accepted' and transfer.status = 'succeeded')::int as done,
      coalesce(sum(row.amount_paise)
        filter (where row.status = 'accepted' and transfer.status = 'succeeded'), 0)::bigint as "donePaise",
      count(*) filter (where row.status = 'rejected' or transfer.status in ${ENDED_UNPAID})::int as failed,
      coalesce(sum(row.amount_paise)
        filter (where row.status = 'rejected' or transfer.status in ${ENDED_UNPAID}), 0)::bigint as "failedPaise"
    from batches.batch_row as row
    left join transfers.transfer
      on transfer.merchant_id = row.merchant_id
     and transfer.transfer_id = row.transfer_id
    where row.merchant_id = batch.merchant_id
      and row.batch_id = batch.batch_id
  ) as total`;
