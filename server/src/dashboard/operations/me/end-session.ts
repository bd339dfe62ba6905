import Type from "typebox";
import { endSessions } from "#access";
import { sessionOperation } from "#dashboard/operation";
import { id } from "#http";

/** Logs the member out elsewhere. */
export const endSession = sessionOperation({
  name: "endSession",
  method: "DELETE",
  path: "/me/sessions/{sessionId}",
  tag: "Me",
  summary: "End one of one's sessions",
  pathFields: { sessionId: id() },
  output: Type.Object({ ended: Type.Integer() }),
  handle: async ({ ctx, session: { organizationId, memberId }, by, input: { sessionId } }) => ({
    ended: await ctx.db.inMerchant(organizationId, (tx) =>
      endSessions(tx, { memberId, sessionId, by, because: "ended" }),
    ),
  }),
});
