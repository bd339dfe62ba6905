/** Rows of drafts are listed, changed and removed. */
import Type from "typebox";
import { changeDraftRow, type DraftRow, listDraftRows, removeRowsOfDraft } from "#batches";
import { resource } from "#dashboard/operation";
import { nullable } from "#dashboard/schemas";
import { listOf, oneOf, optional, shaped, whole, withDefault } from "#http";
import { maskAll } from "#lib/mask-account";
import { draftPath, draftRefusals, rowCursor } from "./fields.ts";

const text = Type.String();
const draftRowSchema = Type.Object(
  {
    rowNo: Type.Integer(),
    line: Type.Integer(),
    fields: Type.Record(Type.String(), Type.String()),
    faults: Type.Array(Type.Object({ field: nullable(text), code: text, text })),
  },
  { $id: "BatchDraftRow" },
);

/** Returns a row of the maker's own file. Its account number is masked, so a correction is typed in full. */
const draftRowOf = ({ rowNo, line, fields, faults }: DraftRow): unknown => {
  const { bankAccount, ...others } = fields;
  const shown = bankAccount === undefined ? {} : { bankAccount: maskAll(bankAccount) };
  return { rowNo, line, fields: { ...others, ...shown }, faults };
};

const operation = resource({
  at: "/batch-drafts/{draftId}",
  tag: "Batches",
  permission: "initiate_bulk_transfer",
});

export const listBatchDraftRows = operation({
  name: "listBatchDraftRows",
  method: "GET",
  path: "/rows",
  summary: "List the rows of a draft, with what is wrong with each",
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

const fields = shaped(Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: 1000 })), {
  says: "It is an object of texts.",
});

export const changeBatchRow = operation({
  name: "changeBatchRow",
  method: "PATCH",
  path: "/rows/{rowNo}",
  summary: "Change fields of a row, and check it again",
  pathFields: { ...draftPath, rowNo: whole({ min: 1, max: 10_000 }) },
  body: { fields },
  output: draftRowSchema,
  refusals: { ...draftRefusals, row_not_found: { status: 404, message: "This row does not exist." } },
  handle: async ({ ctx, merchantId, by, input }) =>
    draftRowOf(await changeDraftRow(ctx, merchantId, { ...input, by })),
});

export const removeBatchRows = operation({
  name: "removeBatchRows",
  method: "POST",
  path: "/remove-rows",
  summary: "Remove rows from a draft",
  pathFields: draftPath,
  body: { rowNos: listOf(whole({ min: 1, max: 10_000 }), { min: 1, max: 1_000 }) },
  output: Type.Object({ removed: Type.Integer() }),
  refusals: draftRefusals,
  handle: async ({ ctx, merchantId, by, input: { draftId, rowNos } }) => ({
    removed: await removeRowsOfDraft(ctx, merchantId, { draftId, by, rowNos }),
  }),
});
