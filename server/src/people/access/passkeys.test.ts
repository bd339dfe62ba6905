import assert from "node:assert/strict";
import { test } from "node:test";
import { makePasskeyDevice } from "#test/passkey-device";
import { makeWorld } from "#test/world";
import {
  AccessError,
  addPasskey,
  authenticateSession,
  createOrganization,
  findOrCreateMember,
  listPasskeys,
  logIn,
  logInWithPasskey,
  proveAgain,
  removePasskey,
  startPasskey,
  startPasskeyLogIn,
} from "./index.ts";

const world = await makeWorld();
const { ctx } = world;

const fails = (code: keyof typeof AccessError.texts) => (error: unknown) => AccessError.is(error, code);
const SITE = { rpId: "localhost", origin: "http://localhost:8080" };
const PASSWORD = "a quiet banyan 27";
let made = 0;

async function makeMember() {
  made += 1;
  const email = `passkeys${made}@example.com`;
  const browser = { ip: `192.0.2.${made}`, userAgent: "Tests" };
  const { organizationId } = await createOrganization(ctx, { name: "Neem Traders" });
  const member = { organizationId, email, name: "Asha", role: "admin", password: PASSWORD } as const;
  const { memberId } = await findOrCreateMember(ctx, member);
  const outcome = await logIn(ctx, { email, password: PASSWORD, browser });
  const { session } = outcome.kind === "session" ? outcome : assert.fail();
  const own = { organizationId, memberId, sessionId: session.sessionId };
  return { own, email, browser, token: session.token };
}

async function addDevice({ own, email }: Awaited<ReturnType<typeof makeMember>>, site = SITE) {
  const device = makePasskeyDevice(site);
  const { ticket, options } = await startPasskey(ctx, { ...own, name: "Asha", email, rpId: SITE.rpId });
  const response = device.register(options);
  const added = await addPasskey(ctx, own, { ticket, response, name: "Laptop", site: SITE });
  return { device, ...added };
}

const enter = async (device: ReturnType<typeof makePasskeyDevice>, ip: string, site = SITE) => {
  const { ticket, options } = await startPasskeyLogIn(ctx, { rpId: SITE.rpId, ip: "192.0.2.200" });
  const answer = { ticket, response: device.answer(options), site };
  return { answer, log: () => logInWithPasskey(ctx, { answer, browser: { ip, userAgent: "" } }) };
};

test("a passkey logs its member in without a password, and each answer works once", async () => {
  const member = await makeMember();
  const { device, recoveryCodes } = await addDevice(member);
  assert.equal(recoveryCodes?.length, 10);
  assert.deepEqual(
    (await ctx.db.directory((tx) => listPasskeys(tx, member.own.memberId))).map(({ name }) => name),
    ["Laptop"],
  );
  const { log } = await enter(device, member.browser.ip);
  const { token } = await log();
  const session = await authenticateSession(ctx, { token, ip: member.browser.ip });
  assert.deepEqual([session.memberId, session.secondFactor], [member.own.memberId, true]);
  await assert.rejects(log(), fails("ticket_invalid"));
});

test("a password alone is not enough once there is a passkey, and the passkey proves a risky act", async () => {
  const member = await makeMember();
  const { device } = await addDevice(member);
  const outcome = await logIn(ctx, { email: member.email, password: PASSWORD, browser: member.browser });
  assert.equal(outcome.kind, "second_factor");
  const { ticket, options } = await startPasskeyLogIn(ctx, {
    rpId: SITE.rpId,
    memberId: member.own.memberId,
  });
  const answer = { ticket, response: device.answer(options), site: SITE };
  const proof = { kind: "passkey", answer } as const;
  await proveAgain(ctx, member.own, { proof });
});

test("an answer for another site, of another key or to another question is refused", async () => {
  const member = await makeMember();
  const other = await makeMember();
  const { device } = await addDevice(member);
  const foreign = await addDevice(other);
  const { ip } = member.browser;
  const elsewhere = await enter(device, ip, { ...SITE, origin: "http://evil.example" });
  await assert.rejects(elsewhere.log(), fails("wrong_passkey"));
  const unknown = await enter(makePasskeyDevice(SITE), ip);
  await assert.rejects(unknown.log(), fails("wrong_passkey"));
  const [one, two] = [await enter(device, ip), await enter(device, ip)];
  const swapped = { ...one.answer, response: two.answer.response };
  await assert.rejects(
    logInWithPasskey(ctx, { answer: swapped, browser: member.browser }),
    fails("wrong_passkey"),
  );
  const asked = await startPasskeyLogIn(ctx, { rpId: SITE.rpId, memberId: member.own.memberId });
  const theirs = { ticket: asked.ticket, response: foreign.device.answer(asked.options), site: SITE };
  const proof = { kind: "passkey", answer: theirs } as const;
  await assert.rejects(proveAgain(ctx, member.own, { proof }), fails("wrong_passkey"));
});

test("a passkey made for another site is not kept; one that is removed no longer logs in", async () => {
  const member = await makeMember();
  await assert.rejects(
    addDevice(member, { rpId: "evil.example", origin: "http://evil.example" }),
    fails("wrong_passkey"),
  );
  const { device } = await addDevice(member);
  const [key] = await ctx.db.directory((tx) => listPasskeys(tx, member.own.memberId));
  const other = await makeMember();
  await assert.rejects(removePasskey(ctx, other.own, key!), fails("factor_not_found"));
  await removePasskey(ctx, member.own, key!);
  const { log } = await enter(device, member.browser.ip);
  await assert.rejects(log(), fails("wrong_passkey"));
});
