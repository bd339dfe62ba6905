/** The columns of the Flowgram report: payout links. */
import { day, type ReportColumn } from "./report-column.ts";

/** A row of `reports.flowgram_row`. */
export interface FlowgramRow {
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
export const FLOWGRAM_ROW = `
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
