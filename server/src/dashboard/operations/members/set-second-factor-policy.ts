import Type from "typebox";
import { sessionOperation } from "#dashboard/operation";
import { at, nullable } from "#dashboard/schemas";
import { flag } from "#http";
import { changeSecondFactorForAll } from "#settings";
import { announceSettings, settingRefusals } from "#dashboard/announce-settings";

/** Whether every member must have a second factor, in the sandbox too. */
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
    /** Null: it holds. Otherwise the live merchant's approvers decide whether it is required no longer. */
    requestId: nullable(Type.String()),
    /** When it is done without another person, because there is none; null: another person decides. */
    aloneUntil: nullable(at),
  }),
  refusals: settingRefusals,
  handle: async ({ ctx, session, by, input: { forAll } }) => {
    const asked = await changeSecondFactorForAll(ctx, session.organizationId, { forAll, by });
    if (asked === null) return { requestId: null, aloneUntil: null };
    await announceSettings(ctx, session, [asked]);
    return { requestId: asked.requestId, aloneUntil: asked.aloneUntil };
  },
});
