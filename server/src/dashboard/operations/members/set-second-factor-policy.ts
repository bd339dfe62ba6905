import Type from "typebox";
import { setSecondFactorForAll } from "#access";
import { sessionOperation } from "#dashboard/operation";
import { flag } from "#http";

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
  output: Type.Object({}),
  handle: async ({ ctx, session, by, input: { forAll } }) => {
    await setSecondFactorForAll(ctx, session.organizationId, { forAll, by });
    return {};
  },
});
