import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { listDrafts } from "#batches";
import { draftOf, draftSchema } from "./schemas.ts";

export const listBatchDrafts = memberOperation({
  name: "listBatchDrafts",
  method: "GET",
  path: "/merchants/{merchantId}/batch-drafts",
  tag: "Batches",
  summary: "List your unconfirmed files",
  permission: "initiate_bulk_transfer",
  output: Type.Object({ items: Type.Array(draftSchema) }),
  handle: async ({ ctx, merchantId, by }) => ({
    items: (await listDrafts(ctx, merchantId, by)).map(draftOf),
  }),
});
