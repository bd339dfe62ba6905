import { addPracticeApprover } from "#access";
import { ApprovalError, decideRequests, findOtherApprover, showRequest } from "#approvals";
import { memberOperation } from "#dashboard/operation";
import type { Tx } from "#lib/db";
import { oneOf, prose, Refusal, withDefault, id, text } from "#http";
import { outcomeOf, outcomeSchema } from "./decide-approvals.ts";

export const playApprover = memberOperation({
  name: "playApprover",
  method: "POST",
  path: "/merchants/{merchantId}/approvals/{requestId}/play",
  tag: "Approvals",
  summary: "Decide in the sandbox as another member of one's organization",
  description: "Sandbox only, for members who may manage policies. The reason records who acted.",
  permission: "manage_policies",
  stepUp: true,
  pathFields: { requestId: id() },
  body: {
    contentHash: text({ max: 128, pattern: /^([0-9a-f]{2})+$/, says: "It is a hash.", cards: "let_pass" }),
    verdict: oneOf(["approve", "reject"]),
    reason: withDefault(prose({ min: 0, max: 400 }), ""),
  },
  output: outcomeSchema,
  refusals: {
    only_in_sandbox: { status: 403, message: "You can act as another approver only in the sandbox." },
    not_found: { status: 404, message: "This request does not exist." },
    nobody_else: {
      status: 409,
      message:
        "Your organization has no other member who can decide this. Invite one under Access Management.",
    },
  },
  handle: async ({ ctx, merchantId, mode, by, session, input }) => {
    if (mode !== "sandbox") throw new Refusal("only_in_sandbox");
    const { requestId, contentHash, verdict, reason } = input;
    const find = async (tx: Tx): Promise<string | null> => {
      const request = await showRequest(tx, { requestId, by });
      if (request === null) throw ApprovalError.not_found({ requestId });
      return findOtherApprover(tx, { request, by });
    };
    // Who is alone gets a colleague to play.
    const isAlone = (await ctx.db.inMerchant(merchantId, find)) === null;
    if (isAlone) await addPracticeApprover(ctx, session.organizationId, { by });
    return ctx.db.inMerchant(merchantId, async (tx) => {
      const memberId = await find(tx);
      if (memberId === null) throw new Refusal("nobody_else");
      const remarks = `Played in the sandbox by ${session.name}${reason === "" ? "" : `: ${reason}`}`;
      const hash = Buffer.from(contentHash, "hex");
      const decision = {
        request: { requestId },
        memberId,
        playedBy: by,
        verdict,
        contentHash: hash,
        remarks,
      };
      const [outcome] = await decideRequests(tx, [decision]);
      return outcomeOf(requestId, outcome!);
    });
  },
});
