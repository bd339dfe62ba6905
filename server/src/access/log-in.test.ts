import assert from "node:assert/strict";
import { test } from "node:test";
import { makeWorld } from "#test/world";
import {
  AccessError,
  authenticateSession,
  changePassword,
  completeLogIn,
  confirmAuthenticator,
  createOrganization,
  disableMember,
  findOrCreateMember,
  foundOrganization,
  logIn,
  proveAgain,
  proveEmail,
  resetPassword,
  setUpAuthenticator,
  startEmailProof,
  startPasswordReset,
} from "./index.ts";
import { makeTicket } from "./ticket.ts";
import { totpCode } from "./totp.ts";

const world = await makeWorld();
const { ctx } = world;

const fails = (code: keyof typeof AccessError.texts) => (error: unknown) => AccessError.is(error, code);
const PASSWORD = "a quiet banyan 27";
let made = 0;

/** A member of an organization, each at an address of its own: limits are counted by address. */
async function makeMember() {
  made += 1;
  const { organizationId } = await createOrganization(ctx, { name: "Neem Traders" });
  const email = `log-in${made}@example.com`;
  const browser = { ip: `192.0.2.${made}`, userAgent: "Tests" };
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

async function addAuthenticator(member: Awaited<ReturnType<typeof makeMember>>) {
  const { organizationId, memberId, email, browser, start } = member;
  const own = { organizationId, memberId, sessionId: (await start()).sessionId };
  const { uri } = await setUpAuthenticator(ctx, { ...own, email });
  const secret = fromBase32(new URL(uri).searchParams.get("secret")!);
  const code = (around = 0) => totpCode(secret, BigInt(Math.floor(Date.now() / 30_000) + around));
  const { recoveryCodes } = await confirmAuthenticator(ctx, own, { code: code(-1), ip: browser.ip });
  return { own, code, recoveryCodes };
}

function fromBase32(text: string): Buffer {
  const bits = [...text]
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

test("the right password starts a session, a new one each time", async () => {
  const { memberId, browser, start } = await makeMember();
  const [one, two] = [await start(), await start()];
  assert.notEqual(one.token, two.token);
  const session = await authenticateSession(ctx, { token: one.token, ip: browser.ip });
  assert.equal(session.memberId, memberId);
  assert.ok(Date.now() - session.provedAt.getTime() < 60_000);
});

test("an unknown address, a wrong password and a disabled member are one refusal", async () => {
  const { organizationId, memberId, email, browser, enter } = await makeMember();
  const other = await makeMember();
  await disableMember(ctx, organizationId, { memberId, by: "system" }).catch(async () => {
    const second = {
      organizationId,
      email: `second.${email}`,
      name: "B",
      role: "admin",
      password: PASSWORD,
    } as const;
    await findOrCreateMember(ctx, second);
    await disableMember(ctx, organizationId, { memberId, by: "system" });
  });
  const refused = async (attempt: Promise<unknown>) => {
    const error = await attempt.then(
      () => assert.fail("let in"),
      (reason: unknown) => reason,
    );
    assert.ok(fails("log_in_refused")(error));
    return (error as Error).message;
  };
  const texts = [
    await refused(enter()),
    await refused(other.enter("a wrong password")),
    await refused(logIn(ctx, { email: "no.one@example.com", password: PASSWORD, browser })),
  ];
  assert.equal(new Set(texts).size, 1);
});

test("of a thousand guesses at one account ten are looked at, and then not even the right password is taken", async () => {
  const { enter } = await makeMember();
  const guesses = await Promise.allSettled(Array.from({ length: 200 }, () => enter("guess guess guess")));
  const codes = guesses.map((guess) =>
    guess.status === "rejected" ? (guess.reason as { code: string }).code : "in",
  );
  assert.equal(codes.filter((code) => code === "log_in_refused").length, 10);
  assert.equal(codes.filter((code) => code === "too_many_attempts").length, 190);
  await assert.rejects(enter(), fails("too_many_attempts"));
});

test("whoever is right is not held up, however often", async () => {
  const { enter } = await makeMember();
  for (let times = 0; times < 12; times += 1) assert.equal((await enter()).kind, "session");
});

test("one address cannot guess at accounts one after the other", async () => {
  const ip = "198.51.100.77";
  const guess = (number: number) =>
    logIn(ctx, { email: `x${number}@example.com`, password: "guess guess", browser: { ip, userAgent: "" } });
  const outcomes = await Promise.allSettled(Array.from({ length: 130 }, (_, number) => guess(number)));
  const looked = outcomes.filter(
    ({ status, ...rest }) =>
      status === "rejected" && fails("log_in_refused")((rest as PromiseRejectedResult).reason),
  );
  assert.equal(looked.length, 100);
});

test("with an authenticator app a password alone starts no session", async () => {
  const member = await makeMember();
  const { code } = await addAuthenticator(member);
  const outcome = await member.enter();
  assert.ok(outcome.kind === "second_factor" && outcome.factors.authenticator);
  const { ticket } = outcome as { ticket: string };
  const give = (text: string) =>
    completeLogIn(ctx, { ticket, proof: { kind: "code", code: text }, browser: member.browser });
  await assert.rejects(give("000000"), fails("wrong_code"));
  const { token } = await give(code());
  const session = await authenticateSession(ctx, { token, ip: member.browser.ip });
  assert.equal(session.secondFactor, true);
  await assert.rejects(give(code(1)), fails("ticket_invalid"), "a ticket is good once");
});

test("of fifty tries with one code at once a single one is taken", async () => {
  const member = await makeMember();
  const { code } = await addAuthenticator(member);
  const { memberId } = member;
  const tickets = await Promise.all(
    Array.from({ length: 50 }, () => ctx.db.directory((tx) => makeTicket(tx, "second_factor", { memberId }))),
  );
  // Each has ended the one before; what is raced for here is the code.
  await world.look("update access.ticket set used_at = null where member_id = $1", [memberId]);
  const proof = { kind: "code", code: code() } as const;
  const tries = await Promise.allSettled(
    tickets.map((ticket, index) =>
      completeLogIn(ctx, { ticket, proof, browser: { ip: `203.0.113.${index}`, userAgent: "" } }),
    ),
  );
  assert.equal(tries.filter(({ status }) => status === "fulfilled").length, 1);
});

test("a ticket bears five wrong codes", async () => {
  const member = await makeMember();
  const { code } = await addAuthenticator(member);
  const outcome = await member.enter();
  const { ticket } = outcome as { ticket: string };
  const give = (text: string) =>
    completeLogIn(ctx, { ticket, proof: { kind: "code", code: text }, browser: member.browser });
  for (let times = 0; times < 5; times += 1) await assert.rejects(give("000000"), fails("wrong_code"));
  await assert.rejects(give(code()), fails("ticket_invalid"));
});

test("a recovery code stands in once, however it is typed, and is kept as no text", async () => {
  const member = await makeMember();
  const { recoveryCodes } = await addAuthenticator(member);
  assert.equal(recoveryCodes.length, 10);
  const give = async (code: string) => {
    const { ticket } = (await member.enter()) as { ticket: string };
    return completeLogIn(ctx, { ticket, proof: { kind: "code", code }, browser: member.browser });
  };
  await give(recoveryCodes[0]!.toLowerCase().replace("-", " "));
  await assert.rejects(give(recoveryCodes[0]!), fails("wrong_code"));
  const rows = await world.look<{ row: string }>(
    "select recovery_code::text as row from access.recovery_code",
  );
  assert.ok(rows.every(({ row }) => recoveryCodes.every((code) => !row.includes(code))));
});

test("a risky act asks for the second factor where one is set up, and for the password elsewhere", async () => {
  const plain = await makeMember();
  const { sessionId, token } = await plain.start();
  const own = { organizationId: plain.organizationId, memberId: plain.memberId, sessionId };
  await world.look("update access.session set proved_at = now() - interval '1 hour' where session_id = $1", [
    sessionId,
  ]);
  const proving = (password: string) =>
    proveAgain(ctx, own, { proof: { kind: "password", password }, ip: plain.browser.ip });
  await assert.rejects(proving("no"), fails("wrong_password"));
  const age = async () =>
    Date.now() - (await authenticateSession(ctx, { token, ip: plain.browser.ip })).provedAt.getTime();
  assert.ok((await age()) > 3_000_000);
  await proving(PASSWORD);
  assert.ok((await age()) < 60_000);

  const guarded = await makeMember();
  const { own: theirs, code } = await addAuthenticator(guarded);
  const ip = guarded.browser.ip;
  const password = { kind: "password", password: PASSWORD } as const;
  await assert.rejects(proveAgain(ctx, theirs, { proof: password, ip }), fails("factor_needed"));
  await proveAgain(ctx, theirs, { proof: { kind: "code", code: code() }, ip });
});

test("a new password ends the other sessions and is asked for from then on", async () => {
  const { organizationId, memberId, browser, enter, start } = await makeMember();
  const [here, elsewhere] = [await start(), await start()];
  const own = { organizationId, memberId, sessionId: here.sessionId };
  const change = (current: string, next: string) =>
    changePassword(ctx, own, { current, next, ip: browser.ip });
  await assert.rejects(change("no", "a new banyan 28"), fails("wrong_password"));
  for (const weak of ["short", "password1", "Password123!", "aaaaaaaaab", "12345678", "asharao1"])
    await assert.rejects(change(PASSWORD, weak), (error: unknown) =>
      ["bad_password", "weak_password"].includes((error as { code: string }).code),
    );
  await change(PASSWORD, "a new banyan 28");
  await authenticateSession(ctx, { token: here.token, ip: browser.ip });
  const elsewhereNow = authenticateSession(ctx, { token: elsewhere.token, ip: browser.ip });
  await assert.rejects(elsewhereNow, fails("session_invalid"));
  await assert.rejects(enter(), fails("log_in_refused"));
  assert.equal((await enter("a new banyan 28")).kind, "session");
});

test("a reset link is good once, ends all sessions and leaves the second factor as it is", async () => {
  const member = await makeMember();
  const { code } = await addAuthenticator(member);
  const { ticket } = (await startPasswordReset(ctx, member.email.toUpperCase()))!;
  const { ticket: newer } = (await startPasswordReset(ctx, member.email))!;
  await assert.rejects(resetPassword(ctx, { ticket, password: "another banyan 3" }), fails("ticket_invalid"));
  await resetPassword(ctx, { ticket: newer, password: "another banyan 3" });
  await assert.rejects(
    resetPassword(ctx, { ticket: newer, password: "another banyan 4" }),
    fails("ticket_invalid"),
  );
  const open = await world.look("select from access.session where member_id = $1 and ended_at is null", [
    member.memberId,
  ]);
  assert.equal(open.length, 0);
  const outcome = await member.enter("another banyan 3");
  assert.equal(outcome.kind, "second_factor");
  assert.ok(code());
  assert.equal(await startPasswordReset(ctx, "no.one@example.com"), null);
});

test("a reset link ends after half an hour", async () => {
  const { email } = await makeMember();
  const { ticket } = (await startPasswordReset(ctx, email))!;
  await world.look(
    "update access.ticket set created_at = created_at - interval '31 minutes', expires_at = expires_at - interval '31 minutes'",
  );
  await assert.rejects(resetPassword(ctx, { ticket, password: "another banyan 3" }), fails("ticket_invalid"));
});

test("signing up with the address of another member changes nothing for that member", async () => {
  const { email, enter, browser } = await makeMember();
  const owner = { name: "Mallory", email, password: "mallory picks this" };
  const founded = await foundOrganization(ctx, { name: "Other", businessType: null, owner });
  assert.equal((await enter()).kind, "session");
  await assert.rejects(logIn(ctx, { email, password: owner.password, browser }), fails("log_in_refused"));
  const proof = await startEmailProof(ctx, founded.memberId);
  assert.deepEqual(
    proof,
    { email, name: "Mallory", ticket: null },
    "the owner of the address is told instead",
  );
});

test("an address that is proved belongs to who proved it", async () => {
  const email = "fresh.address@example.com";
  const found = (password: string) =>
    foundOrganization(ctx, { name: "Fresh", businessType: "trust", owner: { name: "F", email, password } });
  const browser = { ip: "192.0.2.200", userAgent: "" };
  const squatter = await found("squatters password");
  const real = await found("a real banyan 31");
  const squatted = await startEmailProof(ctx, squatter.memberId);
  const { ticket } = (await startEmailProof(ctx, real.memberId))!;
  assert.equal((await logIn(ctx, { email, password: "a real banyan 31", browser })).kind, "session");
  await proveEmail(ctx, ticket!);
  await assert.rejects(proveEmail(ctx, ticket!), fails("ticket_invalid"));
  await assert.rejects(proveEmail(ctx, squatted!.ticket!), fails("email_taken"));
  await assert.rejects(
    logIn(ctx, { email, password: "squatters password", browser }),
    fails("log_in_refused"),
  );
});
