import Type from "typebox";
import { renameMember } from "#access";
import { personName } from "#dashboard/entry-fields";
import { sessionOperation } from "#dashboard/operation";

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
