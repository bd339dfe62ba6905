import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { Refusal, text } from "#http";
import { readTransfers } from "#transfers";
import { stateOf, transferState } from "./transfer-state.ts";

/** What became of an order whose answer was lost: asked by the key that was made before it was sent. */
export const getTransferByKey = memberOperation({
  name: "getTransferByKey",
  method: "GET",
  path: "/merchants/{merchantId}/transfer-keys/{transferKey}",
  tag: "Transfers",
  summary: "Read the state of a transfer by its key",
  permission: "access_transfers",
  pathFields: { transferKey: text({ max: 40 }) },
  output: Type.Object({ transfer: transferState }),
  refusals: { transfer_not_found: { status: 404, message: "No transfer has this key." } },
  handle: async ({ ctx, merchantId, input }) => {
    const [transfer] = await readTransfers(ctx, merchantId, { transferKeys: [input.transferKey] });
    if (transfer === undefined) throw new Refusal("transfer_not_found");
    return { transfer: stateOf(transfer) };
  },
});
