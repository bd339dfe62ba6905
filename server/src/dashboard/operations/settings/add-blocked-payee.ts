import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { moment, optional, prose } from "#http";
import { blockPayee } from "#risk";
import { payeeFields, payeeRefusals, toPayee } from "./block-fields.ts";

/** Never pays a payee again, not even what waits. */
export const addBlockedPayee = memberOperation({
  name: "addBlockedPayee",
  method: "POST",
  path: "/merchants/{merchantId}/blocked-payees",
  tag: "Settings",
  summary: "Block a payee",
  permission: "manage_limits",
  body: { ...payeeFields, because: prose({ max: 200 }), expiresAt: optional(moment()) },
  output: Type.Object({ blockId: Type.String() }),
  refusals: {
    ...payeeRefusals,
    reason_missing: { status: 422, message: "Enter a reason for the block." },
    expiry_invalid: { status: 422, message: "A block must end in the future, or never." },
    block_lasts_longer: {
      status: 409,
      message:
        "This payee is blocked for longer already. Unblock it first; another member must approve that.",
    },
  },
  handle: async ({ ctx, merchantId, by, input: { because, expiresAt = null, ...given } }) =>
    blockPayee(ctx, merchantId, { payee: await toPayee(ctx, merchantId, given), because, expiresAt, by }),
});
