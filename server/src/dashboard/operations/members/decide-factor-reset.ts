import Type from "typebox";
import { decideFactorReset as decide } from "#access";
import { sessionOperation } from "#dashboard/operation";
import { flag, id } from "#http";

/** Approves or refuses a reset of a second factor that another member has asked for. */
export const decideFactorReset = sessionOperation({
  name: "decideFactorReset",
  method: "POST",
  path: "/factor-resets/{resetId}",
  tag: "Members",
  summary: "Approve or refuse the reset of a member's second factor",
  permission: "manage_members",
  stepUp: true,
  pathFields: { resetId: id() },
  body: { agree: flag() },
  output: Type.Object({}),
  refusals: {
    reset_not_found: { status: 404, message: "This request has already been decided or withdrawn." },
    own_request: { status: 409, message: "A different member must approve this request." },
  },
  handle: async ({ ctx, session, by, input }) => {
    await decide(ctx, session.organizationId, { ...input, by });
    return {};
  },
});
