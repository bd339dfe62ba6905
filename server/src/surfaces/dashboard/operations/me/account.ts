import Type from "typebox";
import { changePassword as change, renameMember } from "#access";
import { password, personName } from "#dashboard/entry-fields";
import { badPassword, tooOften } from "#dashboard/entry-refusals";
import { sessionOperation } from "#dashboard/operation";
import { ownSession } from "./sessions.ts";

/** Changes the member's own name, as others see it. */
export const changeName = sessionOperation({
  name: "changeName",
  method: "PUT",
  path: "/me/name",
  tag: "Me",
  summary: "Change your name",
  body: { name: personName },
  output: Type.Object({ name: Type.String() }),
  refusals: {
    bad_name: { status: 422, message: "A name has a letter or digit, and no address or link in it." },
  },
  handle: async ({ ctx, session, input }) => renameMember(ctx, session, input.name),
});

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
