/** Members who can log in, each at an address of its own, because limits are counted by address. */
import assert from "node:assert/strict";
import {
  confirmAuthenticator,
  createOrganization,
  findOrCreateMember,
  logIn,
  setUpAuthenticator,
} from "#access";
import type { Context } from "#lib/context";
import { makeAuthenticatorApp } from "#test/authenticator-app";

export const PASSWORD = "a quiet banyan 27";

let made = 0;

/** A member of a new organization, with a password and no second factor. */
export async function makeMember(ctx: Context) {
  made += 1;
  const email = `log-in${made}@example.com`;
  const browser = { ip: `192.0.2.${made}`, userAgent: "Tests" };
  const { organizationId } = await createOrganization(ctx, { name: "Neem Traders" });
  const member = { organizationId, email, name: "Asha Rao", role: "admin", password: PASSWORD } as const;
  const { memberId } = await findOrCreateMember(ctx, member);
  const enter = (password = PASSWORD) => logIn(ctx, { email, password, browser });
  const start = async () => {
    const outcome = await enter();
    assert.equal(outcome.kind, "session");
    return outcome.kind === "session" ? outcome.session : assert.fail();
  };
  return { organizationId, memberId, email, browser, enter, start };
}

/** Sets an authenticator app up for a member; `code` is the app. */
export async function addAuthenticator(ctx: Context, member: Awaited<ReturnType<typeof makeMember>>) {
  const { organizationId, memberId, email, start } = member;
  const own = { organizationId, memberId, sessionId: (await start()).sessionId };
  const { secret } = await setUpAuthenticator(ctx, { ...own, email });
  const code = makeAuthenticatorApp(secret);
  const { recoveryCodes } = await confirmAuthenticator(ctx, own, { code: code() });
  return { own, code, recoveryCodes };
}
