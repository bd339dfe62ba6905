import Type from "typebox";
import { stopOwnerChange as stop } from "#access";
import { sessionOperation } from "#dashboard/operation";
import { id } from "#http";
import { noMember, notYoursToGive } from "./member-refusals.ts";

/** Stops what another Owner takes from an Owner in live, within the day that it waits: each Owner can. */
export const stopOwnerChange = sessionOperation({
  name: "stopOwnerChange",
  method: "DELETE",
  path: "/members/{memberId}/owner-change",
  tag: "Members",
  summary: "Stop the change that waits for an Owner",
  permission: "manage_members",
  stepUp: true,
  pathFields: { memberId: id() },
  output: Type.Object({}),
  refusals: {
    ...noMember,
    ...notYoursToGive,
    reset_not_found: { status: 404, message: "This change has already been made or stopped." },
  },
  handle: async ({ ctx, session, by, input: { memberId } }) => {
    await stop(ctx, session.organizationId, { memberId, by });
    return {};
  },
});
