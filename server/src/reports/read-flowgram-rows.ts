import type { Context } from "#lib/context";
import { FLOWGRAM_ROW, type FlowgramRow } from "./flowgram-columns.ts";
import type { SourcedSpan } from "./read-transfer-rows.ts";
import { walkReferences } from "./walk-references.ts";

/** Reads the payout links made in a span, in the order of their reference IDs. */
export function readFlowgramRows(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { from, to, fundSourceIds }: SourcedSpan,
): AsyncGenerator<FlowgramRow[]> {
  return walkReferences(ctx, merchantId, {
    from,
    to,
    probe: async (tx, referenceId) =>
      (await tx.query<{ referenceId: bigint; at: Date }>(PROBE, [tx.merchantId, referenceId]))[0],
    page: (tx, after, upTo) =>
      tx.query<FlowgramRow>(PAGE, [tx.merchantId, after, upTo, from, to, fundSourceIds]),
  });
}

const PROBE = `
  select reference_id as "referenceId", created_at as at
  from links.link
  where merchant_id = $1
    and reference_id >= $2
  order by reference_id
  limit 1`;

const PAGE = `
  select ${FLOWGRAM_ROW}
  from reports.flowgram_row
  where merchant_id = $1
    and reference_id > $2
    and reference_id <= $3
    and created_at >= $4
    and created_at < $5
    and (
      $6::text[] is null
      or paid_reference_id is null
      or exists (
        select from reports.transfer_row as paid
        where paid.merchant_id = flowgram_row.merchant_id
          and paid.reference_id = flowgram_row.paid_reference_id
          and paid.fund_source_id = any ($6)
      )
    )
  order by reference_id`;
