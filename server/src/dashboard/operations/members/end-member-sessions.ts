import Type from "typebox";
import { endSessions } from "#access";
import { sessionOperation } from "#dashboard/operation";
import { id } from "#http";
import { noMember, notYoursToGive } from "./member-refusals.ts";

/** Logs a member out everywhere. */
export const endMemberSessions = sessionOperation({
  name: "endMemberSessions",
  method: "POST",
  path: "/members/{memberId}/end-sessions",
  tag: "Members",
  summary: "End all sessions of a member",
  permission: "manage_members",
  pathFields: { memberId: id() },
  output: Type.Object({ ended: Type.Integer() }),
  refusals: { ...noMember, ...notYoursToGive },
  handle: async ({ ctx, session, by, input: { memberId } }) => ({
    ended: await ctx.db.inMerchant(session.organizationId, (tx) =>
      endSessions(tx, { memberId, by, because: "ended" }),
    ),
  }),
});
