/** Second factors of other members: they can be made compulsory, and removed when they are lost. */
import Type from "typebox";
import { askToResetFactors, decideFactorReset as decide, resettingSubjects, takeAttempt } from "#access";
import { tooOften } from "#dashboard/entry-refusals";
import { settingRefusals } from "#dashboard/refusals";
import { sessionOperation } from "#dashboard/operation";
import { at, nullable } from "#dashboard/schemas";
import { flag, id } from "#http";
import { changeSecondFactorForAll } from "#settings";
import { noMember, notYoursToGive } from "./rights.ts";

/** Decides whether every member must have a second factor, including in the sandbox. */
export const setSecondFactorPolicy = sessionOperation({
  name: "setSecondFactorPolicy",
  method: "PUT",
  path: "/organization/second-factor",
  tag: "Members",
  summary: "Require a second factor of every member, or only of those who need one in live",
  permission: "manage_members",
  stepUp: true,
  body: { forAll: flag() },
  output: Type.Object({
    /** Null if the policy applies. Otherwise the live merchant's approvers decide whether to end the requirement. */
    requestId: nullable(Type.String()),
    /** The time when it is done without approval, because no one else can approve; null if another person decides. */
    aloneUntil: nullable(at),
  }),
  refusals: settingRefusals,
  handle: async ({ ctx, session, by, input: { forAll } }) => {
    const asked = await changeSecondFactorForAll(ctx, session.organizationId, { forAll, by });
    if (asked === null) return { requestId: null, aloneUntil: null };
    return { requestId: asked.requestId, aloneUntil: asked.aloneUntil };
  },
});

/**
 * Requests the removal of a member's lost second factor, which is possible only a few times an hour. It happens a day
 * after another member has approved it.
 */
export const askFactorReset = sessionOperation({
  name: "askFactorReset",
  method: "POST",
  path: "/members/{memberId}/factor-reset",
  tag: "Members",
  summary: "Ask for the reset of a member's second factor",
  permission: "manage_members",
  stepUp: true,
  pathFields: { memberId: id() },
  output: Type.Object({ resetId: Type.String() }),
  refusals: {
    ...noMember,
    ...notYoursToGive,
    ...tooOften,
    own_request: { status: 409, message: "You cannot reset your own second factor." },
  },
  handle: async ({ ctx, session, by, input: { memberId } }) => {
    await takeAttempt(ctx, resettingSubjects(ctx, by));
    return askToResetFactors(ctx, session.organizationId, { memberId, by });
  },
});

/** Approves a reset of a second factor that another member requested, or stops it within the day that it waits. */
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
    /** The time of the reset; null if it was refused. */
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
