import type { FastifyRequest } from "fastify";
import Type from "typebox";
import { BUSINESS_TYPES, proveEmail as prove, type StartedSession, startSession } from "#access";
import { browserOf, email, linkTicket, password, personName } from "#dashboard/entry-fields";
import { badLink, badPassword, closed, tooOften } from "#dashboard/entry-refusals";
import { openOperation, sessionOperation } from "#dashboard/operation";
import { askToProveEmail, EntryError, signUp as foundAccount, startTryOut as foundTryOut } from "#entry";
import { oneOf, refusing, text } from "#http";
import type { Context } from "#lib/context";
import { openSandboxMerchant } from "#sandbox";

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
      found: (prepare) => foundAccount(ctx, { ...input, ip }, prepare),
    });
    call.keepSession(session);
    // The account exists, and the member can request the e-mail again.
    await askToProveEmail(ctx, { ...founded, ip }).catch((error: unknown) =>
      ctx.log.error(
        { err: error, memberId: founded.memberId },
        "the link that proves an address was not sent",
      ),
    );
    return { merchantId };
  },
});

interface Arriving {
  readonly ctx: Context;
  readonly request: FastifyRequest;
  readonly ip: string;
  readonly simulatorUrl: string | null;
}

/** Throws EntryError.sign_up_closed if there are no simulated banks. Called before anything is created. */
function requireSimulator({ simulatorUrl }: { simulatorUrl: string | null }): string {
  if (simulatorUrl === null) throw EntryError.sign_up_closed();
  return simulatorUrl;
}

type Found<Made> = (prepare: (organizationId: string) => Promise<void>) => Promise<Made>;

/**
 * Creates an organization with a sandbox merchant by `found`, and starts a session of its Owner. The Owner is created
 * last, so that no one can log in to an organization that was left half-made.
 */
async function openSandbox<Made extends { memberId: string }>(
  { ctx, request, ip, simulatorUrl }: Arriving,
  { name, found }: { name: string; found: Found<Made> },
): Promise<Made & { session: StartedSession; merchantId: string }> {
  const url = requireSimulator({ simulatorUrl });
  const banks = { simulatorUrl: url, ownUrl: ownUrlFor(ctx, request, url) };
  let merchantId = "";
  const made = await found(async (organizationId) => {
    ({ merchantId } = await openSandboxMerchant(ctx, { organizationId, name, ...banks }));
  });
  const browser = browserOf(ctx, request, ip);
  const session = await ctx.db.directory((tx) => startSession(tx, made.memberId, browser));
  return { ...made, session, merchantId };
}

/** Returns the address at which the simulated banks call us: on the same computer directly, or else the public one. */
function ownUrlFor({ config }: Context, request: FastifyRequest, simulatorUrl: string): string {
  const { hostname } = new URL(simulatorUrl);
  const isNear = hostname === "127.0.0.1" || hostname === "localhost";
  const direct = `http://127.0.0.1:${request.socket.localPort ?? config.port}`;
  return isNear || config.publicUrl === null ? direct : config.publicUrl;
}

/** Gives a visitor an organization for a day, with money in the wallet and without an account. */
export const startTryOut = openOperation({
  name: "startTryOut",
  method: "POST",
  path: "/entry/try",
  tag: "Entry",
  summary: "Try the sandbox without an account, for a day",
  output: Type.Object({ merchantId: Type.String() }),
  refusals: { ...closed, ...tooOften },
  handle: async (call) => {
    requireSimulator(call);
    const { session, merchantId } = await openSandbox(call, {
      name: "Sandbox Traders",
      found: (prepare) => foundTryOut(call.ctx, { ip: call.ip }, prepare),
    });
    call.keepSession(session);
    return { merchantId };
  },
});

/** Confirms an address by the link that was sent to it. */
export const proveEmail = openOperation({
  name: "proveEmail",
  method: "POST",
  path: "/entry/verify",
  tag: "Entry",
  summary: "Confirm an e-mail address by a link",
  body: { ticket: linkTicket },
  output: Type.Object({ email: Type.String() }),
  refusals: {
    ...badLink,
    email_taken: { status: 409, message: "Another member has confirmed this address." },
  },
  handle: async ({ ctx, input }) => prove(ctx, input.ticket),
});

/** Sends the link that confirms the member's address again. */
export const sendProofAgain = sessionOperation({
  name: "sendProofAgain",
  method: "POST",
  path: "/entry/verify/again",
  tag: "Entry",
  summary: "Send the link that confirms one's address again",
  output: Type.Object({}),
  refusals: tooOften,
  handle: async ({ ctx, session, ip }) => {
    const { organizationId, memberId } = session;
    await askToProveEmail(ctx, { organizationId, memberId, ip });
    return {};
  },
});
