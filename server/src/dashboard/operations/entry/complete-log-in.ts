import Type from "typebox";
import { completeLogIn as complete } from "#access";
import { openOperation } from "#dashboard/operation";
import { browserOf, code, ticket } from "#dashboard/entry-fields";
import { tooOften } from "#dashboard/entry-refusals";

/** The second step of a log-in. */
export const completeLogIn = openOperation({
  name: "completeLogIn",
  method: "POST",
  path: "/entry/log-in/code",
  tag: "Entry",
  summary: "Complete a log-in with a code of the authenticator app, or a recovery code",
  body: { ticket, code },
  output: Type.Object({}),
  refusals: {
    ...tooOften,
    wrong_code: { status: 422, message: "The code is wrong, or was already used. Wait for the next one." },
    ticket_invalid: {
      status: 410,
      message: "This took too long, or too many codes were wrong. Log in again.",
    },
    log_in_refused: { status: 401, message: "This member is disabled." },
  },
  handle: async ({ ctx, input, ip, request, keepSession }) => {
    const proof = { kind: "code", code: input.code } as const;
    const browser = browserOf(ctx, request, ip);
    keepSession(await complete(ctx, { ticket: input.ticket, proof, browser }));
    return {};
  },
});
