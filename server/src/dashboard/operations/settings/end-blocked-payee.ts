import Type from "typebox";
import { announceAlone } from "#entry";
import { memberOperation } from "#dashboard/operation";
import { at, nullable } from "#dashboard/schemas";
import { id, prose } from "#http";
import { requestUnblocking } from "#risk";

/** Ends a block, or requests approval for it; the record of the block stays. */
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
  output: Type.Object({
    blockId: Type.String(),
    /** Null: the block has ended. */
    requestId: nullable(Type.String()),
    aloneUntil: nullable(at),
  }),
  refusals: {
    reason_missing: { status: 422, message: "Enter a reason for unblocking." },
    block_not_found: { status: 404, message: "This block does not exist." },
    already_open: { status: 409, message: "Unblocking this payee waits for approval already." },
  },
  handle: async ({ ctx, session, merchantId, by, input: { blockId, because } }) => {
    const { requestId, aloneUntil } = await requestUnblocking(ctx, merchantId, { blockId, because, by });
    await announceAlone(ctx, session, { what: "the end of a payee's block", aloneUntil });
    return { blockId, requestId, aloneUntil };
  },
});
