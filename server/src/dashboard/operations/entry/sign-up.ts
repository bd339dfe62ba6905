import Type from "typebox";
import { BUSINESS_TYPES } from "#access";
import { openOperation } from "#dashboard/operation";
import { askToProveEmail, signUp as found } from "#entry";
import { oneOf, refusing, text } from "#http";
import { email, password, personName } from "#dashboard/entry-fields";
import { badPassword, closed, tooOften } from "#dashboard/entry-refusals";
import { openSandbox, requireSimulator } from "./open-sandbox.ts";

/** Registers a business with its Owner, opens its sandbox, and sends a link that proves the address. */
export const signUp = openOperation({
  name: "signUp",
  method: "POST",
  path: "/entry/sign-up",
  tag: "Entry",
  summary: "Sign up an organization with its Owner; its sandbox can pay at once",
  body: {
    organization: text({ max: 100, says: "It is the name of your business, at most 100 characters." }),
    businessType: oneOf(BUSINESS_TYPES),
    name: personName,
    email,
    password: refusing(password, { missing: "bad_password" }),
  },
  output: Type.Object({ merchantId: Type.String() }),
  refusals: {
    ...badPassword(),
    ...closed,
    ...tooOften,
    bad_name: {
      status: 422,
      message: "A name has a letter or digit, and no address or link in it.",
      field: "name",
    },
    bad_email: { status: 422, message: "Enter a valid e-mail address.", field: "email" },
  },
  handle: async (call) => {
    requireSimulator(call);
    const { ctx, input, ip } = call;
    const { session, merchantId, ...founded } = await openSandbox(call, {
      name: input.organization.trim(),
      found: (prepare) => found(ctx, { ...input, ip }, prepare),
    });
    call.keepSession(session);
    // The account stands: the e-mail can be asked for again.
    await askToProveEmail(ctx, { ...founded, ip }).catch((error: unknown) =>
      ctx.log.error(
        { err: error, memberId: founded.memberId },
        "the link that proves an address was not sent",
      ),
    );
    return { merchantId };
  },
});
