import Type from "typebox";
import { changePassword as change } from "#access";
import { password } from "#dashboard/entry-fields";
import { badPassword, tooOften } from "#dashboard/entry-refusals";
import { sessionOperation } from "#dashboard/operation";
import { ownSession } from "./own-session.ts";

/** Changes the member's own password. The member's other sessions end. */
export const changePassword = sessionOperation({
  name: "changePassword",
  method: "PUT",
  path: "/me/password",
  tag: "Me",
  summary: "Change your password",
  body: { current: password, next: password },
  output: Type.Object({}),
  refusals: {
    ...badPassword("next"),
    ...tooOften,
    wrong_password: { status: 422, message: "The current password is wrong.", field: "current" },
  },
  handle: async ({ ctx, session, input }) => {
    await change(ctx, ownSession(session), input);
    return {};
  },
});
