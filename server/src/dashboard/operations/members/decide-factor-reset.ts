import Type from "typebox";
import { decideFactorReset as decide } from "#access";
import { sessionOperation } from "#dashboard/operation";
import { flag, id } from "#http";

/** Agrees to a reset of a second factor that another member has asked for, or refuses it. */
export const decideFactorReset = sessionOperation({
  name: "decideFactorReset",
  method: "POST",
  path: "/factor-resets/{resetId}",
  tag: "Members",
  summary: "Agree to the reset of a member's second factor, or refuse it",
  permission: "manage_members",
  stepUp: true,
  pathFields: { resetId: id() },
  body: { agree: flag() },
  output: Type.Object({}),
  refusals: {
    reset_not_found: { status: 404, message: "Nobody asks for this any more." },
    own_request: { status: 409, message: "Another person has to agree than the one who asked." },
  },
  handle: async ({ ctx, session, by, input }) => {
    await decide(ctx, session.organizationId, { ...input, by });
    return {};
  },
});
