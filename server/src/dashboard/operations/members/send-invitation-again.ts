import Type from "typebox";
import { tooOften } from "#dashboard/entry-refusals";
import { sessionOperation } from "#dashboard/operation";
import { sendInvitation } from "#entry";
import { id } from "#http";
import { noMember, notYoursToGive, unproved } from "./member-refusals.ts";

/** Sends a member who has not joined yet a new invitation; the earlier one ends. */
export const sendInvitationAgain = sessionOperation({
  name: "sendInvitationAgain",
  method: "POST",
  path: "/members/{memberId}/invitation",
  tag: "Members",
  summary: "Send an invitation again",
  permission: "manage_members",
  stepUp: true,
  pathFields: { memberId: id() },
  output: Type.Object({ memberId: Type.String(), link: Type.Union([Type.String(), Type.Null()]) }),
  refusals: { ...noMember, ...notYoursToGive, ...unproved, ...tooOften },
  handle: async ({ ctx, session, by, input: { memberId } }) =>
    sendInvitation(ctx, { organizationId: session.organizationId, memberId, by, host: session }),
});
