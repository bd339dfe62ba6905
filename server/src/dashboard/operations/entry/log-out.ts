import Type from "typebox";
import { endSessions } from "#access";
import { sessionOperation } from "#dashboard/operation";

/** Ends the session here and at the server. */
export const logOut = sessionOperation({
  name: "logOut",
  method: "POST",
  path: "/entry/log-out",
  tag: "Entry",
  summary: "Log out",
  output: Type.Object({}),
  handle: async ({ ctx, session, by, keepSession }) => {
    const { organizationId, memberId, sessionId } = session;
    await ctx.db.inMerchant(organizationId, (tx) =>
      endSessions(tx, { memberId, sessionId, by, because: "logged_out" }),
    );
    keepSession(null);
    return {};
  },
});
