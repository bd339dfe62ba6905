import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { listDraftRows } from "#batches";
import { oneOf, optional, whole, withDefault } from "#http";
import { draftPath, draftRefusals, rowCursor } from "./fields.ts";
import { draftRowOf, draftRowSchema } from "./schemas.ts";

export const listBatchDraftRows = memberOperation({
  name: "listBatchDraftRows",
  method: "GET",
  path: "/merchants/{merchantId}/batch-drafts/{draftId}/rows",
  tag: "Batches",
  summary: "List the rows of a draft, with what is wrong with each",
  permission: "initiate_bulk_transfer",
  pathFields: draftPath,
  query: {
    only: optional(oneOf(["wrong", "sound"])),
    cursor: rowCursor,
    limit: withDefault(whole({ min: 1, max: 100 }), 50),
  },
  output: Type.Object({
    items: Type.Array(draftRowSchema),
    next: Type.Union([Type.String(), Type.Null()]),
  }),
  refusals: draftRefusals,
  handle: async ({ ctx, merchantId, by, input: { draftId, only, cursor, limit } }) => {
    const rows = await listDraftRows(ctx, merchantId, {
      draftId,
      by,
      only,
      after: Number(cursor ?? 0),
      limit,
    });
    return { items: rows.map(draftRowOf), next: rows.length < limit ? null : String(rows.at(-1)!.rowNo) };
  },
});
