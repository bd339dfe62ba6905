/** Members who can log in, each at an address of its own, because limits are counted by address. */
import assert from "node:assert/strict";
import { argon2Sync } from "node:crypto";
import {
  confirmAuthenticator,
  createOrganization,
  findOrCreateMember,
  logIn,
  setUpAuthenticator,
} from "#access";
import type { Context } from "#lib/context";
import { makeAuthenticatorApp } from "#test/authenticator-app";
import { inOrganization } from "../organization.ts";

export const PASSWORD = "a quiet banyan 27";

/** The password's hash at the lowest cost: hundreds of guesses at the usual cost would take minutes. */
const CHEAP_HASH = makeCheapHash();

function makeCheapHash(): string {
  const nonce = Buffer.alloc(16);
  const cost = { memory: 8, passes: 1, parallelism: 1 };
  const tag = argon2Sync("argon2id", { message: PASSWORD, nonce, tagLength: 32, ...cost });
  const texts = [nonce, tag].map((bytes) => bytes.toString("base64").replace(/=+$/, ""));
  return `$argon2id$v=19$m=8,t=1,p=1$${texts.join("$")}`;
}

let made = 0;

/** A member of a new organization, with a password and no second factor. */
export async function makeMember(ctx: Context) {
  made += 1;
  const email = `log-in${made}@example.com`;
  const browser = { ip: `192.0.2.${made}`, userAgent: "Tests" };
  const { organizationId } = await createOrganization(ctx, { name: "Neem Traders" });
  const member = { organizationId, email, name: "Asha Rao", role: "admin", password: PASSWORD } as const;
  const { memberId } = await findOrCreateMember(ctx, member);
  await inOrganization(ctx, organizationId, (tx) =>
    tx.execute("update access.member set password_hash = $2 where member_id = $1", [memberId, CHEAP_HASH]),
  );
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
