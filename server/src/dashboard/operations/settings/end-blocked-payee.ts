import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { id, prose } from "#http";
import { unblockPayee } from "#risk";

/** Ends a block; the record of it stays. */
export const endBlockedPayee = memberOperation({
  name: "endBlockedPayee",
  method: "POST",
  path: "/merchants/{merchantId}/blocked-payees/{blockId}/end",
  tag: "Settings",
  summary: "Unblock a payee",
  permission: "manage_limits",
  stepUp: true,
  pathFields: { blockId: id() },
  body: { because: prose({ max: 200 }) },
  output: Type.Object({ blockId: Type.String() }),
  refusals: {
    reason_missing: { status: 422, message: "Enter a reason for unblocking." },
    block_not_found: { status: 404, message: "This block does not exist." },
  },
  handle: async ({ ctx, merchantId, by, input: { blockId, because } }) => {
    await unblockPayee(ctx, merchantId, { blockId, because, by });
    return { blockId };
  },
});
