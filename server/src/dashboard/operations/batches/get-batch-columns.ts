import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { describeDraft, guessColumns } from "#batches";
import { draftPath, draftRefusals } from "./fields.ts";
import { draftOf, draftSchema, fieldListOf, fieldsSchema } from "./schemas.ts";

export const getBatchColumns = memberOperation({
  name: "getBatchColumns",
  method: "GET",
  path: "/merchants/{merchantId}/batch-drafts/{draftId}",
  tag: "Batches",
  summary: "Read a draft, its columns, and the suggested mapping",
  permission: "initiate_bulk_transfer",
  pathFields: draftPath,
  output: Type.Object({
    draft: draftSchema,
    titles: Type.Array(Type.String()),
    fields: fieldsSchema,
    /** By title: the field that it is mapped to, "" for none. */
    mapping: Type.Record(Type.String(), Type.String()),
  }),
  refusals: draftRefusals,
  handle: async ({ ctx, merchantId, by, input: { draftId } }) => {
    const draft = await describeDraft(ctx, merchantId, { draftId, by });
    const { format, titles } = draft;
    const mapping = draft.mapping ?? guessColumns(format, titles, {});
    return {
      draft: draftOf(draft),
      titles,
      fields: fieldListOf(format),
      mapping: Object.fromEntries(Object.entries(mapping).map(([title, field]) => [title, field ?? ""])),
    };
  },
});
