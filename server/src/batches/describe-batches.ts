/** Describes the status of batches, computed from their rows and transfers at each request. */
import type { Context } from "#lib/context";
import { batchColumns, type Batch } from "./batch.ts";
import { BatchError } from "./errors.ts";
import { FORMATS, type FormatName } from "./formats.ts";

/** The status for people: `processing` until all transfers end, `partly_failed` if one ended unpaid. */
export type BatchStatus =
  | "uploaded"
  | "validating"
  | "awaiting_approval"
  | "processing"
  | "completed"
  | "partly_failed"
  | "rejected";

/** Rows by outcome; amounts in paise. */
export interface BatchTotals {
  readonly open: number;
  readonly accepted: number;
  readonly rejected: number;
  /** Accepted rows that are paid; in a batch of beneficiaries, that are added. */
  readonly done: number;
  readonly donePaise: bigint;
  /** Rows that were rejected, or accepted and ended unpaid. */
  readonly failed: number;
  readonly failedPaise: bigint;
}

/** A batch with its status. */
export interface BatchDescription extends Batch {
  readonly status: BatchStatus;
  readonly totals: BatchTotals;
}

export interface BatchPage {
  readonly limit: number;
  readonly beforeReferenceId?: number | undefined;
  readonly formats?: readonly FormatName[] | undefined;
  /** Only batches that these fund sources pay; null: all. */
  readonly fundSourceIds?: readonly string[] | null;
}

/** Our id of a batch, or the merchant's own. */
export type BatchChoice = { batchId: string } | { batchKey: string };

type DescribedRow = Batch & BatchTotals;

/**
 * Describes a batch by our id or the merchant's own; with `fundSourceIds`, only if these pay it or API keys
 * requested it. Throws BatchError.not_found.
 */
export async function describeBatch(
  ctx: Context,
  merchantId: string,
  { fundSourceIds = null, ...wanted }: BatchChoice & Pick<BatchPage, "fundSourceIds">,
): Promise<BatchDescription> {
  const [batchId, batchKey] = "batchId" in wanted ? [wanted.batchId, null] : [null, wanted.batchKey];
  const [row] = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<DescribedRow>(
      `${DESCRIBE}
       where batch.merchant_id = $1
         and (batch.batch_id = $2::uuid or batch.batch_key = $3::text)
         and (batch.created_by like 'api-key:%' or ${isPaidFrom("$4")})`,
      [merchantId, batchId, batchKey, fundSourceIds],
    ),
  );
  if (row === undefined) throw BatchError.not_found({ ...wanted });
  return toDescription(row);
}

/**
 * Lists a merchant's batches, newest first, at most 100; continue from the last one's `referenceId`. With
 * `formats`, only batches of those formats.
 */
export async function listBatches(
  ctx: Context,
  merchantId: string,
  { limit, beforeReferenceId, formats, fundSourceIds = null }: BatchPage,
): Promise<BatchDescription[]> {
  const rows = await ctx.db.inMerchant(merchantId, (tx) =>
    tx.query<DescribedRow>(
      `${DESCRIBE}
       where batch.merchant_id = $1
         and batch.reference_id < coalesce($2::int, 2147483647)
         and ($4::text[] is null or batch.format = any ($4))
         and ${isPaidFrom("$5")}
       order by batch.reference_id desc
       limit least($3::int, 100)`,
      [merchantId, beforeReferenceId ?? null, limit, formats ?? null, fundSourceIds],
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

// A batch without a fund source may be paid from any, so only those of API keys count. Rows may name others.
const isPaidFrom = (fundSourceIds: string): string => `(
  ${fundSourceIds}::text[] is null
  or batch.format = 'BENEFICIARIES'
  or (
    coalesce(batch.fund_source_id = any (${fundSourceIds}), batch.created_by like 'api-key:%')
    and not exists (
      select from transfers.transfer as other
      where other.merchant_id = batch.merchant_id
        and other.origin_id = batch.batch_id
        and other.fund_source_id <> all (${fundSourceIds})
    )
  )
)`;

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
