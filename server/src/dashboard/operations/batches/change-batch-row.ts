import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { changeDraftRow } from "#batches";
import { shaped, whole } from "#http";
import { draftPath, draftRefusals } from "./fields.ts";
import { draftRowOf, draftRowSchema } from "./schemas.ts";

const fields = shaped(Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: 1000 })), {
  says: "It is an object of texts.",
});

export const changeBatchRow = memberOperation({
  name: "changeBatchRow",
  method: "PATCH",
  path: "/merchants/{merchantId}/batch-drafts/{draftId}/rows/{rowNo}",
  tag: "Batches",
  summary: "Change fields of a row, and check it again",
  permission: "initiate_bulk_transfer",
  pathFields: { ...draftPath, rowNo: whole({ min: 1, max: 10_000 }) },
  body: { fields },
  output: draftRowSchema,
  refusals: { ...draftRefusals, row_not_found: { status: 404, message: "This row does not exist." } },
  handle: async ({ ctx, merchantId, by, input }) =>
    draftRowOf(await changeDraftRow(ctx, merchantId, { ...input, by })),
});
