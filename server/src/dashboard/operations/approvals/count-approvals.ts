import Type from "typebox";
import { showPending } from "#approvals";
import { memberOperation } from "#dashboard/operation";

/** Counting stops here: a menu shows "99+" at most. */
const COUNTED_MAX = 100;

export const countApprovals = memberOperation({
  name: "countApprovals",
  method: "GET",
  path: "/merchants/{merchantId}/approval-counts",
  tag: "Approvals",
  summary: "Count what this member may decide now, up to 100",
  permission: "access_transfers",
  output: Type.Object({
    requests: Type.Integer({ description: "Transfers, beneficiaries and other changes." }),
    batches: Type.Integer(),
  }),
  handle: async ({ ctx, merchantId, by }) => {
    const pending = await ctx.db.inMerchant(merchantId, (tx) => showPending(tx, { by, limit: COUNTED_MAX }));
    const turns = pending.filter(({ turn }) => turn === "now");
    const batches = turns.filter(({ subjectKind }) => subjectKind === "batch").length;
    return { requests: turns.length - batches, batches };
  },
});
