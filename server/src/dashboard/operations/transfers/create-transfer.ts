import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { payoutsDisabled } from "#dashboard/refusals";
import { Refusal } from "#http";
import { orderByMember, type Acceptance, type RefusalCode } from "#transfers";
import { quickOrderFields, quickOrderRefusals, readQuickOrder } from "./quick-order.ts";
import { orderRefusals, describeRefusal } from "./refusal-sentences.ts";
import { stateOf, transferState } from "./transfer-state.ts";

export const createTransfer = memberOperation({
  name: "createTransfer",
  method: "POST",
  path: "/merchants/{merchantId}/transfers",
  tag: "Transfers",
  summary: "Pay one payee by form",
  description:
    "The transferKey is made when the form opens. The same key with the same fields is the same transfer, whatever " +
    "happened to the answer; with other fields it is refused. Once what a member orders adds up to ₹2,00,000.00, it " +
    "takes a proof of identity of the last five minutes.",
  permission: "initiate_quick_transfer",
  body: quickOrderFields,
  output: Type.Object({
    transfer: transferState,
    /** Why it was rejected or has failed at once, where it was: it is stored so, and its key is used up. */
    rejection: Type.Union([
      Type.Object({ code: Type.String(), field: Type.String(), message: Type.String() }),
      Type.Null(),
    ]),
  }),
  refusals: {
    ...quickOrderRefusals,
    ...orderRefusals,
    transfer_key_taken: {
      status: 409,
      message: "This reference already belongs to another transfer. Choose another reference.",
    },
    ...payoutsDisabled,
    step_up_required: { status: 403, message: "Confirm that it is you to continue." },
  },
  handle: async ({ ctx, merchantId, session, by, input }) =>
    answer(await orderByMember(ctx, merchantId, { order: readQuickOrder(input), by, session })),
});

function answer(acceptance: Acceptance) {
  switch (acceptance.kind) {
    case "refused":
      throw refusalOf(acceptance);
    case "repeated":
      if (!acceptance.sameContent) throw new Refusal("transfer_key_taken", { field: "transferKey" });
      return { transfer: stateOf(acceptance.transfer), rejection: null };
    case "rejected":
    case "failed":
      return { transfer: stateOf(acceptance.transfer), rejection: describeRefusal(acceptance.code) };
    case "accepted":
      return { transfer: stateOf(acceptance.transfer), rejection: null };
    default:
      return acceptance satisfies never;
  }
}

function refusalOf({ code, details }: { code: RefusalCode; details: Record<string, unknown> }): Refusal {
  const described = describeRefusal(code, details);
  return new Refusal(code, { field: described.field, details: described.details });
}
