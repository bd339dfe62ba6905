import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { describeBatch, readRows, type BatchRow } from "#batches";
import { oneOf, optional, whole, withDefault } from "#http";
import { batchPath, batchRefusals, rowCursor } from "./fields.ts";

const nullable = Type.Union([Type.String(), Type.Null()]);

const rowSchema = Type.Object(
  {
    rowNo: Type.Integer(),
    line: Type.Integer(),
    /** Our id of its transfer, for its page. */
    id: nullable,
    transferId: nullable,
    name: nullable,
    paidTo: nullable,
    amount: nullable,
    status: Type.String(),
    failureReason: nullable,
    beneId: nullable,
    referenceId: nullable,
    utr: nullable,
  },
  { $id: "BatchRow" },
);

export const listBatchRows = memberOperation({
  name: "listBatchRows",
  method: "GET",
  path: "/merchants/{merchantId}/batches/{batchId}/rows",
  tag: "Batches",
  summary: "List the rows of a batch, each with its outcome",
  permission: "access_transfers",
  pathFields: batchPath,
  query: {
    only: optional(oneOf(["paid", "failed", "open"])),
    cursor: rowCursor,
    limit: withDefault(whole({ min: 1, max: 100 }), 50),
  },
  output: Type.Object({ items: Type.Array(rowSchema), next: Type.Union([Type.String(), Type.Null()]) }),
  refusals: batchRefusals,
  handle: async ({ ctx, merchantId, input: { batchId, only, cursor, limit } }) => {
    const batch = await describeBatch(ctx, merchantId, { batchId });
    const rows = await readRows(ctx, merchantId, { batch, only, after: Number(cursor ?? 0), limit });
    return { items: rows.map(rowOf), next: rows.length < limit ? null : String(rows.at(-1)!.rowNo) };
  },
});

/** The account number is always masked. */
function rowOf({ rowNo, line, fields, status, failureReason, beneId, transfer }: BatchRow): unknown {
  const { bankAccount, vpa, phone } = fields;
  return {
    rowNo,
    line,
    id: transfer?.transferId ?? null,
    transferId: transfer?.transferKey ?? fields.transferId ?? null,
    name: fields.name ?? transfer?.beneficiary.name ?? null,
    paidTo: bankAccount === undefined ? (vpa ?? phone ?? null) : `••••${bankAccount.slice(-4)}`,
    amount: fields.amount ?? null,
    status,
    failureReason,
    beneId,
    referenceId: transfer === null ? null : String(transfer.referenceId),
    utr: transfer?.utr ?? null,
  };
}
