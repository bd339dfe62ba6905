import Type from "typebox";
import { endingSubjects, endSessions, takeAttempt } from "#access";
import { tooOften } from "#dashboard/entry-refusals";
import { sessionOperation } from "#dashboard/operation";
import { id } from "#http";
import { noMember, notYoursToGive } from "./member-refusals.ts";

/** Logs a member out everywhere, a few times an hour. */
export const endMemberSessions = sessionOperation({
  name: "endMemberSessions",
  method: "POST",
  path: "/members/{memberId}/end-sessions",
  tag: "Members",
  summary: "End all sessions of a member",
  permission: "manage_members",
  pathFields: { memberId: id() },
  output: Type.Object({ ended: Type.Integer() }),
  refusals: { ...noMember, ...notYoursToGive, ...tooOften },
  handle: async ({ ctx, session, by, input: { memberId } }) => {
    await takeAttempt(ctx, endingSubjects(ctx, { by, memberId }));
    const ended = await ctx.db.inMerchant(session.organizationId, (tx) =>
      endSessions(tx, { memberId, by, because: "ended" }),
    );
    return { ended };
  },
});
