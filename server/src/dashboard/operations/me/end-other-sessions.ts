import Type from "typebox";
import { endSessions } from "#access";
import { sessionOperation } from "#dashboard/operation";

/** Logs the member out everywhere else. */
export const endOtherSessions = sessionOperation({
  name: "endOtherSessions",
  method: "POST",
  path: "/me/sessions/end-others",
  tag: "Me",
  summary: "End all of one's sessions but this one",
  output: Type.Object({ ended: Type.Integer() }),
  handle: async ({ ctx, session: { organizationId, memberId, sessionId }, by }) => ({
    ended: await ctx.db.inMerchant(organizationId, (tx) =>
      endSessions(tx, { memberId, exceptId: sessionId, by, because: "ended" }),
    ),
  }),
});
