import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import Type from "typebox";
import { logInWithPasskey as enter } from "#access";
import { openOperation } from "#dashboard/operation";
import { browserOf, signed, siteOf, ticket } from "#dashboard/entry-fields";
import { tooOften } from "#dashboard/entry-refusals";

/** Logs in the member whose passkey has signed. */
export const logInWithPasskey = openOperation({
  name: "logInWithPasskey",
  method: "POST",
  path: "/entry/passkey/answer",
  tag: "Entry",
  summary: "Log in with a passkey",
  body: { ticket, response: signed },
  output: Type.Object({}),
  refusals: {
    ...tooOften,
    wrong_passkey: { status: 401, message: "This passkey is not registered." },
    ticket_invalid: { status: 410, message: "This took too long. Try again." },
    log_in_refused: { status: 401, message: "This member is disabled." },
  },
  handle: async ({ ctx, input, ip, request, keepSession }) => {
    const response = input.response as unknown as AuthenticationResponseJSON;
    const answer = { ticket: input.ticket, response, site: siteOf(request) };
    keepSession(await enter(ctx, { answer, browser: browserOf(ctx, request, ip) }));
    return {};
  },
});
