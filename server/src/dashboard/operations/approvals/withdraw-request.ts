import Type from "typebox";
import { showRequest, withdrawRequests, type SubjectKind } from "#approvals";
import { memberOperation } from "#dashboard/operation";
import { id, Refusal } from "#http";

/** Changes, which simply are not made. A payment is cancelled, and a beneficiary removed, where they are listed. */
const CHANGES: readonly SubjectKind[] = ["key_reset", "limit", "rights", "policy", "credit"];

/** Takes back a change that waits, by the member who asked for it. */
export const withdrawRequest = memberOperation({
  name: "withdrawRequest",
  method: "DELETE",
  path: "/merchants/{merchantId}/approvals/{requestId}",
  tag: "Approvals",
  summary: "Withdraw your own request for a change",
  permission: "access_transfers",
  pathFields: { requestId: id() },
  output: Type.Object({}),
  refusals: {
    not_found: { status: 404, message: "This request does not exist." },
    already_ended: { status: 409, message: "This request has ended." },
    not_the_maker: { status: 403, message: "Only the member who made this request can withdraw it." },
    not_a_change: { status: 422, message: "Only requests for changes can be withdrawn here." },
  },
  handle: async ({ ctx, merchantId, by, input: { requestId } }) =>
    ctx.db.inMerchant(merchantId, async (tx) => {
      const shown = await showRequest(tx, { requestId, by });
      if (shown === null) throw new Refusal("not_found");
      if (!CHANGES.includes(shown.subjectKind)) throw new Refusal("not_a_change");
      const [outcome] = await withdrawRequests(tx, [{ request: { requestId }, by }]);
      if (outcome!.kind === "refused") throw new Refusal(outcome!.code as "not_the_maker");
      return {};
    }),
});
