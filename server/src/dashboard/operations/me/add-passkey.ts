import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import Type from "typebox";
import { addPasskey as add } from "#access";
import { made, personName, siteOf, ticket } from "#dashboard/entry-fields";
import { sessionOperation } from "#dashboard/operation";
import { ownSession } from "./own-session.ts";

/** Keeps a passkey that the browser has made. */
export const addPasskey = sessionOperation({
  name: "addPasskey",
  method: "POST",
  path: "/me/passkeys",
  tag: "Me",
  summary: "Add a passkey; recovery codes are answered, this once, where there are none",
  stepUp: true,
  body: { ticket, name: personName, response: made },
  output: Type.Object({ recoveryCodes: Type.Union([Type.Array(Type.String()), Type.Null()]) }),
  refusals: {
    ticket_invalid: { status: 410, message: "This took too long. Try again." },
    wrong_passkey: { status: 422, message: "This passkey cannot be used here." },
    bad_name: { status: 422, message: "A name has a letter or digit, and no address or link in it." },
  },
  handle: async ({ ctx, session, input, request }) => {
    const response = input.response as unknown as RegistrationResponseJSON;
    return add(ctx, ownSession(session), { ...input, response, site: siteOf(request) });
  },
});
