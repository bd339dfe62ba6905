import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { payoutsDisabled } from "#dashboard/refusals";
import { cloneFailedRows as clone } from "#batches";
import { batchPath, batchRefusals } from "./fields.ts";

export const cloneFailedRows = memberOperation({
  name: "cloneFailedRows",
  method: "POST",
  path: "/merchants/{merchantId}/batches/{batchId}/clone-failed-rows",
  tag: "Batches",
  summary: "Copy the failed rows that may be tried again into a new batch",
  permission: "initiate_bulk_transfer",
  stepUp: true,
  pathFields: batchPath,
  output: Type.Object({ batchId: Type.String() }),
  refusals: {
    ...payoutsDisabled,
    ...batchRefusals,
    nothing_to_clone: { status: 409, message: "No failed row may be tried again." },
  },
  handle: async ({ ctx, merchantId, by, input: { batchId } }) => ({
    batchId: (await clone(ctx, merchantId, { batchId, by })).batchId,
  }),
});
