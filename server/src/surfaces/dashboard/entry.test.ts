import assert from "node:assert/strict";
import { test } from "node:test";
import {
  endOrganization,
  findAccounts,
  logIn as logInWith,
  startEmailProof,
  startPasswordResets,
} from "#access";
import { deliverMessages, listMessages } from "#messages";
import { readBalance, readFundSources } from "#fund-sources";
import { makeAuthenticatorApp } from "#test/authenticator-app";
import { makeDashboard, type Reply } from "#test/dashboard";
import { startSimulator } from "#test/simulator";
import { makeWorld } from "#test/world";

const world = await makeWorld();
const simulator = await startSimulator(world);
const dashboard = makeDashboard(world, { simulatorUrl: simulator.url });
const { stranger } = dashboard;

const PASSWORD = "seven mango trees";
const SIGN_UP = {
  organization: "Lotus & Sons",
  businessType: "partnership",
  name: "Asha Rao",
  password: PASSWORD,
};
let made = 0;
const newEmail = (): string => `asha${(made += 1)}@example.com`;

/** Returns the member whose session an answer has set in the browser. */
async function enter(reply: Reply) {
  assert.equal(reply.status < 300, true, JSON.stringify(reply.body));
  const token = /=([A-Za-z0-9_-]{43});/.exec(String(reply.headers["set-cookie"]))![1]!;
  const rows = await world.look<{ member_id: string }>(
    "select member_id from access.session where token_hash = sha256($1::bytea)",
    [Buffer.from(token)],
  );
  return dashboard.open(rows[0]!.member_id, token);
}

/** Proves a member's address by a link that a mail server carries. */
async function proveByMail({ memberId }: { memberId: string }): Promise<void> {
  const proof = await startEmailProof(world.ctx, memberId, { mailed: true });
  await stranger.ask("proveEmail", { ticket: proof!.ticket });
}

/** Returns the ticket in the newest e-mail for a purpose. */
async function ticketFor(purpose: string, to: string): Promise<string> {
  const rows = await world.look<{ body_text: string; recipient: string }>(
    "select body_text, recipient from messages.message where purpose = $1 order by message_id desc",
    [purpose],
  );
  const mail = rows.find(({ recipient }) => recipient === to);
  return /#([A-Za-z0-9_-]+)/.exec(mail?.body_text ?? "")?.[1] ?? assert.fail(`no e-mail to ${purpose}`);
}

const availableOf = (merchantId: string): Promise<bigint> =>
  world.ctx.db.inMerchant(merchantId, async (tx) => {
    const wallet = (await readFundSources(tx)).find(({ kind }) => kind === "wallet")!;
    return (await readBalance(tx, wallet.fundSourceId)).availablePaise;
  });

const code = (reply: Reply): string => reply.body.error.code;

async function signUp(email = newEmail()) {
  const reply = await stranger.call("signUp", { ...SIGN_UP, email });
  return { email, browser: await enter(reply), merchantId: reply.body.merchantId as string };
}

test("a visitor tries the sandbox with money in it, and the next day nothing of it works", async () => {
  const reply = await stranger.call("startTryOut");
  const visitor = await enter(reply);
  const { merchantId } = reply.body;
  assert.equal(await availableOf(merchantId), 1_000_000_00n);
  const session = await visitor.ask("getSession");
  assert.deepEqual([session.role, session.merchants.length, session.emailProved], ["owner", 1, false]);
  const hours = (new Date(session.organization.endsAt).getTime() - Date.now()) / 3_600_000;
  assert.ok(hours > 23 && hours <= 24);
  const { organizationId } = session.organization;

  await endOrganization(world.ctx, organizationId);
  assert.equal((await visitor.call("getSession")).status, 200, "its time is not over");
  await world.look("update access.organization set ends_at = now() where organization_id = $1", [
    organizationId,
  ]);
  assert.equal(code(await visitor.call("getSession")), "not_logged_in");
  await endOrganization(world.ctx, organizationId);
  const [merchant] = await world.look<{ payouts_enabled: boolean; apis_enabled: boolean }>(
    "select payouts_enabled, apis_enabled from access.merchant where merchant_id = $1",
    [merchantId],
  );
  assert.deepEqual(merchant, { payouts_enabled: false, apis_enabled: false });
});

test("who signs up can pay at once, and confirms the address by a single-use link", async () => {
  const { email, browser, merchantId } = await signUp();
  assert.equal(await availableOf(merchantId), 1_000_000_00n);
  assert.equal((await browser.ask("getSession")).emailProved, false);
  const ticket = await ticketFor("prove_email", email);
  assert.deepEqual(await stranger.ask("proveEmail", { ticket }), { email });
  for (const dead of [ticket, ticket.slice(0, 10)])
    assert.equal(code(await stranger.call("proveEmail", { ticket: dead })), "ticket_invalid");
  assert.equal((await browser.ask("getSession")).emailProved, true);
});

test("sign-up says which field is wrong", async () => {
  const wrong = await stranger.call("signUp", { ...SIGN_UP, email: "no address", name: "" });
  assert.deepEqual(
    wrong.body.error.fields.map(({ field }: { field: string }) => field),
    ["name", "email"],
  );
  for (const [password, refusal] of [
    ["short", "bad_password"],
    ["password123", "weak_password"],
  ]) {
    const { body } = await stranger.call("signUp", { ...SIGN_UP, email: newEmail(), password });
    assert.deepEqual([body.error.code, body.error.field], [refusal, "password"]);
  }
});

test("sign-up with a member's address answers as with any other, and the member is informed", async () => {
  const first = await signUp();
  await proveByMail(first.browser);
  const second = await stranger.call("signUp", {
    ...SIGN_UP,
    email: first.email,
    password: "another mango tree",
  });
  assert.equal(second.status, 200);
  await enter(second);
  const [mail] = await world.look<{ recipient: string }>(
    "select recipient from messages.message where purpose = 'address_in_use'",
  );
  assert.equal(mail!.recipient, first.email);
  const log = (password: string) => stranger.call("logIn", { email: first.email, password });
  assert.equal((await log(PASSWORD)).status, 200);
  assert.equal(code(await log("another mango tree")), "log_in_refused");
});

test("a proof that a stranger could read takes the address from no one", async () => {
  const { organizationId } = await world.makeMerchant({});
  const owner = await dashboard.logIn(organizationId, "owner");
  const email = newEmail();
  const early = await signUp(email);
  const { link } = await owner.ask("inviteMember", { name: "Meera", email, grant: { role: "initiator" } });
  const invitation = {
    ticket: String(link).split("#")[1],
    name: "Meera",
    password: "a long walk by the river 41",
  };
  const known = await stranger.call("acceptInvitation", invitation);
  const logIn = (password: string) => stranger.call("logIn", { email, password });
  assert.equal((await logIn(invitation.password)).status, 200);
  await stranger.ask("proveEmail", { ticket: await ticketFor("prove_email", email) });
  assert.equal((await early.browser.ask("getSession")).emailProved, true, "it opens the own sandbox");
  assert.equal((await logIn(invitation.password)).status, 200);
  // Although strangers used the address before and after, the member can log in from a known browser.
  await signUp(email);
  const token = /_browser=([A-Za-z0-9_-]{43});/.exec(String(known.headers["set-cookie"]))![1]!;
  const browser = { ip: "192.0.2.7", userAgent: "", token };
  const entered = await logInWith(world.ctx, { email, password: invitation.password, browser });
  assert.equal(entered.kind, "session");
  // The dispute ends only with a link that the operator sends for that person's organization.
  const accounts = await findAccounts(world.ctx, email);
  assert.equal(accounts.length, 3);
  const carried = { carried: true, organizationId };
  const [{ ticket } = assert.fail()] = await startPasswordResets(world.ctx, email, carried);
  await stranger.ask("resetPassword", { ticket, password: "a calm peepal 82" });
  assert.equal((await logIn("a calm peepal 82")).status, 200);
  assert.equal(code(await logIn(PASSWORD)), "log_in_refused");
  assert.equal((await findAccounts(world.ctx, email)).length, 1);
});

test("an unknown address and a wrong password get one answer, word for word", async () => {
  const { email } = await signUp();
  const answers = [
    await stranger.call("logIn", { email, password: "not the password" }),
    await stranger.call("logIn", { email: "no.one@example.com", password: "not the password" }),
  ];
  const bodies = answers.map(({ status, body }) => ({ status, ...body.error, requestId: "" }));
  assert.deepEqual(bodies[0], bodies[1]);
  const asked = [
    await stranger.call("askToResetPassword", { email }),
    await stranger.call("askToResetPassword", { email: "no.one@example.com" }),
  ];
  assert.deepEqual(asked[0]!.body, asked[1]!.body);
});

test("a stranger who signs up with another's address locks no one out, and proving it decides", async () => {
  const { email, browser } = await signUp();
  const password = "eleven neem trees";
  const second = await stranger.call("signUp", { ...SIGN_UP, email, password });
  assert.equal(second.status, 200);
  const organizationOf = async (given: string) => {
    const entered = await enter(await stranger.call("logIn", { email, password: given }));
    return (await entered.ask("getSession")).organization.organizationId;
  };
  const own = (await browser.ask("getSession")).organization.organizationId;
  assert.equal(await organizationOf(PASSWORD), own);
  assert.notEqual(await organizationOf(password), own);
  await stranger.ask("proveEmail", { ticket: await ticketFor("prove_email", email) });
  assert.equal((await stranger.call("logIn", { email, password: PASSWORD })).status, 200);
  await proveByMail(await enter(second));
  assert.equal((await stranger.call("logIn", { email, password: PASSWORD })).status, 401);
});

test("with an authenticator app a log-in takes a code; logging out ends the session", async () => {
  const { email, browser } = await signUp();
  const { secret } = await browser.ask("setUpAuthenticator");
  const app = makeAuthenticatorApp(secret);
  assert.equal(code(await browser.call("confirmAuthenticator", { code: "000000" })), "wrong_code");
  const { recoveryCodes } = await browser.ask("confirmAuthenticator", { code: app() });
  assert.equal(recoveryCodes.length, 10);
  const started = await stranger.call("logIn", { email, password: PASSWORD });
  assert.equal(started.headers["set-cookie"], undefined);
  assert.deepEqual({ ...started.body, ticket: "" }, { ticket: "", authenticator: true, passkey: false });
  const { ticket } = started.body;
  const again = await enter(await stranger.call("completeLogIn", { ticket, code: app() }));
  const out = await again.call("logOut");
  assert.match(String(out.headers["set-cookie"]), /Max-Age=0/);
  assert.equal(code(await again.call("getSession")), "not_logged_in");
  assert.equal((await browser.call("getSession")).status, 200);
});

test("a forgotten password is set by a link, which ends all sessions and starts no session", async () => {
  const { email, browser } = await signUp();
  await stranger.ask("askToResetPassword", { email });
  let ticket: string | null = null;
  while (ticket === null) ticket = await ticketFor("reset_password", email).catch(() => null);
  const reply = await stranger.call("resetPassword", { ticket, password: "eight mango trees" });
  assert.deepEqual([reply.status, /session=/.test(String(reply.headers["set-cookie"]))], [200, false]);
  assert.equal(code(await browser.call("getSession")), "not_logged_in");
  assert.equal((await stranger.call("logIn", { email, password: "eight mango trees" })).status, 200);
});

test("messages with log-in links are shown to their recipient alone", async () => {
  const { email, merchantId } = await signUp();
  await deliverMessages(world.ctx, merchantId);
  const shown = async (personalOf?: string) =>
    (await listMessages(world.ctx, merchantId, { personalOf })).map(({ purpose }) => purpose);
  assert.deepEqual(await shown(), []);
  assert.deepEqual(await shown("other@example.com"), []);
  assert.deepEqual(await shown(email.toUpperCase()), ["prove_email"]);
});

test("members see where they are logged in, and end it", async () => {
  const { email, browser } = await signUp();
  const other = await enter(await stranger.call("logIn", { email, password: PASSWORD }));
  const { sessions } = await browser.ask("readSecurity");
  assert.equal(sessions.length, 2);
  const foreign = sessions.find(({ current }: { current: boolean }) => !current);
  assert.deepEqual(await browser.ask("endSession", { sessionId: foreign.sessionId }), { ended: 1 });
  assert.equal(code(await other.call("getSession")), "not_logged_in");
});

test("a risky operation asks for a fresh proof, and takes it", async () => {
  const { browser } = await signUp();
  const { sessionId } = (await browser.ask("readSecurity")).sessions[0];
  await world.look(
    "update access.session set proved_at = proved_at - interval '6 minutes' where session_id = $1",
    [sessionId],
  );
  assert.equal(code(await browser.call("setUpAuthenticator")), "step_up_required");
  assert.equal(code(await browser.call("proveAgain", {})), "proof_missing");
  assert.equal(code(await browser.call("proveAgain", { password: "wrong" })), "wrong_password");
  await browser.ask("proveAgain", { password: PASSWORD });
  assert.equal((await browser.call("setUpAuthenticator")).status, 200);
});

/** Makes the API of a server that loses its database at its nth transaction of a merchant, counted from zero. */
function makeFragile(nth: number) {
  const { ctx } = world;
  let begun = -1;
  const inMerchant: typeof ctx.db.inMerchant = async (merchantId, work) => {
    begun += 1;
    if (begun >= nth) throw new Error("the connection is gone");
    return ctx.db.inMerchant(merchantId, work);
  };
  const onClose = world.onClose.bind(world);
  const given = { ctx: { ...ctx, db: { ...ctx.db, inMerchant } }, onClose };
  return { api: makeDashboard(given, { simulatorUrl: simulator.url }), hasBroken: () => begun >= nth };
}

test("a sign-up that breaks at any step lets no one into half an organization, and can be made again", async () => {
  const email = newEmail();
  for (let nth = 0; ; nth += 1) {
    await world.look("delete from access.failure_window");
    const { api, hasBroken } = makeFragile(nth);
    const { status } = await api.stranger.call("signUp", { ...SIGN_UP, email });
    const members = await world.look<{ id: string }>(
      "select merchant_id as id from access.member join access.merchant using (organization_id) where email = $1",
      [email],
    );
    if (members.length === 0) {
      assert.equal(status, 500, `at ${nth}`);
      continue;
    }
    // Once the Owner exists, the sign-up is complete and is answered. The e-mail can be requested again.
    assert.equal(status, 200);
    assert.equal(await availableOf(members[0]!.id), 1_000_000_00n);
    if (!hasBroken()) break;
    await world.look("update access.member set email = $2 where email = $1", [email, newEmail()]);
  }
});

test("a sign-up without its simulated banks leaves nothing to log in to", async () => {
  const email = newEmail();
  const alone = makeDashboard(world, { simulatorUrl: "http://127.0.0.1:9" });
  const reply = await alone.stranger.call("signUp", { ...SIGN_UP, email });
  assert.ok(reply.status >= 500, JSON.stringify(reply.body));
  assert.equal(code(await stranger.call("logIn", { email, password: PASSWORD })), "log_in_refused");
  assert.equal((await signUp(email)).email, email);
});

test("production has no sign-up", async () => {
  const production = makeDashboard(world);
  for (const [name, input] of [
    ["startTryOut", {}],
    ["signUp", { ...SIGN_UP, email: newEmail() }],
  ] as const)
    assert.equal(code(await production.stranger.call(name, input)), "sign_up_closed");
});
