/** Reads the rows of the reports about transfers. */
import type { Context } from "#lib/context";
import { TRANSFER_ROW, type ReversalRow, type TransferRow } from "./transfer-columns.ts";
import { walkReferences } from "./walk-references.ts";
import { walkTime } from "./walk-time.ts";

/** A span from a moment (included) to another (not included), by the merchant's clock. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** Rows of a span, of some fund sources; null: of all. */
export interface SourcedSpan extends Span {
  readonly fundSourceIds: readonly string[] | null;
}

/** Reads transfers accepted in a span, ordered by reference ID; with `pending` only unfinished ones. */
export function readTransferRows(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { from, to, fundSourceIds, pending }: SourcedSpan & { pending: boolean },
): AsyncGenerator<TransferRow[]> {
  return walkReferences(ctx, merchantId, {
    from,
    to,
    probe: async (tx, referenceId) => (await tx.query<Probe>(PROBE, [tx.merchantId, referenceId]))[0],
    page: (tx, after, upTo) =>
      tx.query<TransferRow>(PAGE, [
        tx.merchantId,
        after,
        upTo,
        from,
        to,
        pending ? PENDING : null,
        fundSourceIds,
      ]),
  });
}

/** Reads transfers that were returned in a span, in the order in which that was recorded. */
export function readReversalRows(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { from, to, fundSourceIds }: SourcedSpan,
): AsyncGenerator<ReversalRow[]> {
  return walkTime(ctx, merchantId, {
    from,
    to,
    atOf: ({ reversedAt }: ReversalRow) => reversedAt,
    page: (tx, slice) =>
      tx.query<ReversalRow>(REVERSALS, [
        tx.merchantId,
        slice.from,
        slice.to,
        slice.after?.transferId ?? null,
        slice.limit,
        fundSourceIds,
      ]),
  });
}

const PENDING = ["received", "awaiting_approval", "waiting", "ready", "sent", "review"];

interface Probe {
  readonly referenceId: bigint;
  readonly at: Date;
}

const PROBE = `
  select reference_id as "referenceId", accepted_at as at
  from transfers.transfer
  where merchant_id = $1
    and reference_id >= $2
  order by reference_id
  limit 1`;

const PAGE = `
  select ${TRANSFER_ROW}
  from reports.transfer_row
  where merchant_id = $1
    and reference_id > $2
    and reference_id <= $3
    and accepted_at >= $4
    and accepted_at < $5
    and ($6::text[] is null or status = any ($6))
    and ($7::text[] is null or fund_source_id = any ($7))
  order by reference_id`;

// A transfer is returned only once, so its ID beside the moment is a sufficient key.
const REVERSALS = `
  select ${TRANSFER_ROW}, reversed_at as "reversedAt", return_utr as "returnUtr"
  from reports.reversal_row
  where merchant_id = $1
    and reversed_at >= $2
    and reversed_at < $3
    and ($4::uuid is null or reversed_at > $2 or transfer_id > $4)
    and ($6::text[] is null or fund_source_id = any ($6))
  order by reversed_at, transfer_id
  limit $5`;
