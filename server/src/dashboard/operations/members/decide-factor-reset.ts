import Type from "typebox";
import { decideFactorReset as decide } from "#access";
import { sessionOperation } from "#dashboard/operation";
import { flag, id } from "#http";
import { noMember, notYoursToGive } from "./member-refusals.ts";

/** Approves a reset of a second factor that another member has asked for, or stops it within the day that it waits. */
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
  output: Type.Object({
    /** When it happens; null: it was refused. */
    dueAt: Type.Union([Type.String(), Type.Null()]),
  }),
  refusals: {
    ...noMember,
    ...notYoursToGive,
    reset_not_found: { status: 404, message: "This request has already been decided or withdrawn." },
    own_request: { status: 409, message: "A different member must approve this request." },
  },
  handle: async ({ ctx, session, by, input }) => decide(ctx, session.organizationId, { ...input, by }),
});
