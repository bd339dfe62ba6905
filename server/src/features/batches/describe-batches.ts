/** Describes the status of batches, computed from their rows and transfers at each request. */
import { type Approvals, approvalsBy, approversOf, type DaySums, type Level } from "#approvals";
import { memberOf } from "#access";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { mayPay } from "#transfers";
import { type Batch, batchColumns } from "./batch.ts";
import { BatchError } from "./errors.ts";
import { type FormatName, FORMATS } from "./formats.ts";

/**
 * Sums what the maker's earlier batches and single payments of the last 24 hours cost, for batch policies: a batch that
 * is split is judged like the whole. Charges count, also those of the batch itself, because many small rows may
 * cost more than they pay. Rejected rows and unpaid payments do not count. A member, and the key pairs
 * whose secret that member was shown, are one maker.
 */
export async function readSumsOfBatches(
  tx: Tx,
  {
    batchId,
    createdBy,
    secretShownTo,
    referenceId,
  }: Pick<Batch, "batchId" | "createdBy" | "secretShownTo" | "referenceId">,
): Promise<DaySums> {
  const rows = await tx.query<{ paise: string; levels: Level[]; had: Approvals[] | null }>(READ, [
    tx.merchantId,
    tx.now,
    createdBy,
    referenceId,
    batchId,
    memberOf(createdBy) ?? secretShownTo,
  ]);
  const maker = rows.map(({ paise, levels, had }) => ({
    paise,
    approvers: approversOf(had ?? levels),
    approvals: had ?? approvalsBy(levels),
  }));
  return { payee: [], maker };
}

const DAY_AGO = "$2::timestamptz - interval '24 hours'";

/** SQL that sums the maker's single payments that meet a condition. */
const sumOfOrders = (condition: string): string => `
  select '[]'::jsonb, coalesce(counted.approvals, '[]'), sum(counted.paise)::text
  from approvals.counted
  join transfers.transfer
    on transfer.merchant_id = $1
    and transfer.transfer_id = counted.transfer_id
  where counted.merchant_id = $1
    and (counted.subject in ('maker:' || $3, 'maker:member:' || $6::uuid) or counted.shown_to = $6)
    and ${condition}
    and transfer.origin_kind is distinct from 'batch'
    and ${mayPay("transfer")}
  group by 2`;

const READ = `
  select '[]'::jsonb as levels, null::jsonb as had, sum(charges_paise)::text as paise
  from batches.batch_row
  where merchant_id = $1
    and batch_id = $5
    and status = 'open'
  having sum(charges_paise) > 0
  union all
  ${sumOfOrders(`counted.at > ${DAY_AGO}`)}
  union all
  ${sumOfOrders(
    `counted.at <= ${DAY_AGO} and counted.pays_at between ${DAY_AGO} and $2::timestamptz + interval '24 hours'`,
  )}
  union all
  select levels, null,
    sum(
      batch_row.amount_paise
      + coalesce(
        transfer.fee_paise + transfer.tax_paise + transfer.reserve_paise, batch_row.charges_paise, 0
      )
    )::text as paise
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
    and (batch.created_by in ($3, 'member:' || $6::uuid) or batch.secret_shown_to = $6)
    and batch.reference_id < $4
    and batch.created_at > $2::timestamptz - interval '24 hours'
    and batch_row.status <> 'rejected'
    and batch_row.amount_paise > 0
    and (transfer.transfer_id is null or ${mayPay("transfer")})
  group by levels`;

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
interface BatchTotals {
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

interface BatchPage {
  readonly limit: number;
  readonly beforeReferenceId?: number | undefined;
  readonly formats?: readonly FormatName[] | undefined;
  /** Only batches that these fund sources pay; null for all. */
  readonly fundSourceIds?: readonly string[] | null;
}

/** Our id of a batch, or the merchant's own. */
type BatchChoice = { batchId: string } | { batchKey: string };

type DescribedRow = Batch & BatchTotals;

/**
 * Describes a batch by our id or the merchant's own. With `fundSourceIds`, the batch is only found if one of these fund
 * sources pays it or if API keys requested it. Throws BatchError.not_found.
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

/** The names by which people know a batch. */
export interface NamedBatch {
  readonly batchId: string;
  readonly name: string;
  readonly batchKey: string | null;
  readonly referenceId: number;
  readonly createdBy: Actor;
}

/** Returns the names of batches by their ids; batches that do not exist are left out. */
export async function nameBatches(
  tx: Tx,
  batchIds: readonly string[],
): Promise<ReadonlyMap<string, NamedBatch>> {
  if (batchIds.length === 0) return new Map();
  const rows = await tx.query<NamedBatch>(
    `select batch_id as "batchId", name, batch_key as "batchKey", reference_id as "referenceId",
       created_by as "createdBy"
     from batches.batch
     where merchant_id = $1
       and batch_id = any ($2::uuid[])`,
    [tx.merchantId, batchIds],
  );
  return new Map(rows.map((row) => [row.batchId, row]));
}
