/** The flowgram report. */
import type { Context } from "#lib/context";
import { day, type ReportColumn } from "./report-column.ts";
import type { SourcedSpan } from "./transfer-rows.ts";
import { walkReferences } from "./walk.ts";

// The columns of the Flowgram report: payout links.

/** A row of `reports.flowgram_row`. */
interface FlowgramRow {
  readonly referenceId: bigint;
  readonly linkKey: string;
  readonly amountPaise: bigint;
  readonly name: string;
  readonly phone: string;
  readonly email: string | null;
  readonly remarks: string;
  readonly status: string;
  readonly reason: string | null;
  readonly paidReferenceId: bigint | null;
  readonly utr: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
}

/** The columns of `reports.flowgram_row` under the names of the interface above. */
const FLOWGRAM_ROW = `
  reference_id as "referenceId", link_key as "linkKey", amount_paise as "amountPaise", name, phone, email, remarks,
  status, reason, paid_reference_id as "paidReferenceId", utr, created_at as "createdAt", expires_at as "expiresAt",
  ended_at as "endedAt"`;

export const flowgramColumns: readonly ReportColumn<FlowgramRow>[] = [
  { name: "cashgramId", title: "Flowgram ID", value: (row) => row.linkKey },
  { name: "referenceId", title: "Reference ID", value: (row) => String(row.referenceId) },
  { name: "amount", title: "Amount", kind: "amount", value: (row) => row.amountPaise },
  { name: "name", title: "Name", value: (row) => row.name },
  { name: "phone", title: "Phone", value: (row) => row.phone },
  { name: "email", title: "Email", value: (row) => row.email },
  { name: "status", title: "Status", value: (row) => row.status.toUpperCase() },
  { name: "reason", title: "Reason", value: (row) => row.reason },
  {
    name: "transferReferenceId",
    title: "Transfer reference ID",
    value: (row) => (row.paidReferenceId === null ? null : String(row.paidReferenceId)),
  },
  { name: "utr", title: "UTR", value: (row) => row.utr },
  { name: "remarks", title: "Remarks", value: (row) => row.remarks },
  { name: "addedOn", title: "Added on (IST)", kind: "date", value: (row) => day(row.createdAt) },
  { name: "expiresOn", title: "Expires on (IST)", kind: "date", value: (row) => day(row.expiresAt) },
  { name: "endedOn", title: "Ended on (IST)", kind: "date", value: (row) => day(row.endedAt) },
];

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
