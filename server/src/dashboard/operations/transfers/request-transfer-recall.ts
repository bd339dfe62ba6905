import Type from "typebox";
import { memberOperation } from "#dashboard/operation";
import { at, nullable } from "#dashboard/schemas";
import { id, oneOf, prose, withDefault } from "#http";
import { RECALL_REASONS, RecallError, requestRecall } from "#recalls";

const { texts } = RecallError;

/** Asks the bank to ask the payee for the money back. No money moves by it. */
export const requestTransferRecall = memberOperation({
  name: "requestTransferRecall",
  method: "POST",
  path: "/merchants/{merchantId}/transfers/{transferId}/recalls",
  tag: "Transfers",
  summary: "Request the return of a paid transfer",
  permission: "initiate_quick_transfer",
  pathFields: { transferId: id() },
  body: {
    reason: oneOf(RECALL_REASONS),
    remarks: withDefault(prose({ min: 0, max: 250 }), ""),
  },
  status: 201,
  output: Type.Object({ recallId: Type.String(), status: Type.String(), dueAt: nullable(at) }),
  refusals: {
    transfer_not_found: { status: 404, message: "This transfer does not exist." },
    remarks_invalid: { status: 422, message: `${texts.remarks_invalid}.` },
    not_paid: { status: 409, message: "Only a paid transfer can be recalled." },
    own_account: { status: 409, message: `${texts.own_account}.` },
    too_old: { status: 409, message: `${texts.too_old}.` },
    already_open: { status: 409, message: `${texts.already_open}.` },
    too_many: { status: 409, message: `${texts.too_many}.` },
  },
  handle: async ({ ctx, merchantId, input: { transferId, reason, remarks }, by }) => {
    const { recallId, status, dueAt } = await requestRecall(ctx, merchantId, {
      transferId,
      reason,
      remarks,
      by,
    });
    return { recallId, status, dueAt };
  },
});
