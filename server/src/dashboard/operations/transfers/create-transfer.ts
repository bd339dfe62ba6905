import Type from "typebox";
import { PROOF_MINUTES, type Session } from "#access";
import { memberOperation } from "#dashboard/operation";
import { payoutsDisabled } from "#dashboard/refusals";
import { Refusal } from "#http";
import { orderByMember, type Acceptance, type RefusalCode } from "#transfers";
import { quickOrderFields, quickOrderRefusals, readQuickOrder } from "./quick-order.ts";
import { orderRefusals, tellRefusal } from "./refusal-sentences.ts";
import { stateOf, transferState } from "./transfer-state.ts";

/** From here on a live payment takes a fresh proof of identity. */
const PROOF_FROM_PAISE = 2_00_000_00n;

export const createTransfer = memberOperation({
  name: "createTransfer",
  method: "POST",
  path: "/merchants/{merchantId}/transfers",
  tag: "Transfers",
  summary: "Pay one payee by form",
  description:
    "The transferKey is made when the form opens. The same key with the same fields is the same transfer, whatever " +
    "happened to the answer; with other fields it is refused. A live payment of ₹2,00,000.00 or more takes a proof " +
    "of identity of the last five minutes.",
  permission: "initiate_quick_transfer",
  body: quickOrderFields,
  output: Type.Object({
    transfer: transferState,
    /** Why it was rejected, where it was: it is stored so, and its key is used up. */
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
      message: "This reference belongs to another transfer already. Choose another reference.",
    },
    ...payoutsDisabled,
    step_up_required: { status: 403, message: "Confirm that it is you to go on." },
  },
  handle: async ({ ctx, merchantId, mode, session, by, input }) => {
    const order = readQuickOrder(input);
    if (mode === "live" && order.amountPaise >= PROOF_FROM_PAISE) requireFreshProof(session);
    return answer(await orderByMember(ctx, merchantId, { order, by }));
  },
});

function requireFreshProof({ provedAt, secondFactor }: Session): void {
  const isFresh = Date.now() - provedAt.getTime() < PROOF_MINUTES * 60_000;
  if (!isFresh) throw new Refusal("step_up_required", { details: { secondFactor } });
}

function answer(acceptance: Acceptance) {
  switch (acceptance.kind) {
    case "refused":
      throw refusalOf(acceptance);
    case "repeated":
      if (!acceptance.sameContent) throw new Refusal("transfer_key_taken", { field: "transferKey" });
      return { transfer: stateOf(acceptance.transfer), rejection: null };
    case "rejected":
      return { transfer: stateOf(acceptance.transfer), rejection: tellRefusal(acceptance.code) };
    case "accepted":
      return { transfer: stateOf(acceptance.transfer), rejection: null };
    default:
      return acceptance satisfies never;
  }
}

function refusalOf({ code, details }: { code: RefusalCode; details: Record<string, unknown> }): Refusal {
  const told = tellRefusal(code, details);
  return new Refusal(code, { field: told.field, details: told.details });
}
