import assert from "node:assert/strict";
import { test } from "node:test";
import { withinOneWindow } from "#test/within-one-minute";
import { makeWorld } from "#test/world";
import {
  AccessError,
  authenticateSession,
  completeLogIn,
  disableMember,
  findOrCreateMember,
  logIn,
  proveAgain,
} from "./index.ts";
import { makeTicket } from "./ticket.ts";
import { addAuthenticator, makeMember, PASSWORD } from "./test/people.ts";

const world = await makeWorld();
const { ctx } = world;

/** Guesses are counted in windows of this length, by account and by address. */
const WINDOW_MINUTES = 15;

const fails = (code: keyof typeof AccessError.texts) => (error: unknown) => AccessError.is(error, code);

test("the right password starts a session, a new one each time", async () => {
  const { memberId, browser, start } = await makeMember(ctx);
  const [one, two] = [await start(), await start()];
  assert.notEqual(one.token, two.token);
  const session = await authenticateSession(ctx, { token: one.token, ip: browser.ip });
  assert.equal(session.memberId, memberId);
  assert.ok(Date.now() - session.provedAt.getTime() < 60_000);
});

test("an unknown address, a wrong password and a disabled member are one refusal", async () => {
  const { organizationId, memberId, email, browser, enter } = await makeMember(ctx);
  const other = await makeMember(ctx);
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

test("of two hundred guesses at one account ten are checked; then even the right one is refused", async () => {
  await withinOneWindow(world, WINDOW_MINUTES, async () => {
    const { enter } = await makeMember(ctx);
    const guesses = await Promise.allSettled(Array.from({ length: 200 }, () => enter("guess guess guess")));
    const codes = guesses.map((guess) =>
      guess.status === "rejected" ? (guess.reason as { code: string }).code : "in",
    );
    assert.equal(codes.filter((code) => code === "log_in_refused").length, 10);
    assert.equal(codes.filter((code) => code === "too_many_attempts").length, 190);
    await assert.rejects(enter(), fails("too_many_attempts"));
  });
});

test("correct passwords are never rate limited", async () => {
  const { enter } = await makeMember(ctx);
  for (let times = 0; times < 12; times += 1) assert.equal((await enter()).kind, "session");
});

test("one address cannot guess at accounts one after the other", async () => {
  let runs = 0;
  await withinOneWindow(world, WINDOW_MINUTES, async () => {
    runs += 1;
    const ip = `198.51.100.${runs}`;
    const guess = (number: number) =>
      logIn(ctx, {
        email: `x${number}@example.com`,
        password: "guess guess",
        browser: { ip, userAgent: "" },
      });
    const outcomes: PromiseSettledResult<unknown>[] = [];
    // Password checks are slow on purpose. More of them at once would wait too long on a busy machine.
    for (let from = 0; from < 130; from += 10)
      outcomes.push(
        ...(await Promise.allSettled(Array.from({ length: 10 }, (_, number) => guess(from + number)))),
      );
    const looked = outcomes.filter(
      ({ status, ...rest }) =>
        status === "rejected" && fails("log_in_refused")((rest as PromiseRejectedResult).reason),
    );
    assert.equal(looked.length, 100);
  });
});

test("with an authenticator app a password alone starts no session", async () => {
  const member = await makeMember(ctx);
  const { code } = await addAuthenticator(ctx, member);
  const outcome = await member.enter();
  assert.ok(outcome.kind === "second_factor" && outcome.factors.authenticator);
  const { ticket } = outcome as { ticket: string };
  const give = (text: string) =>
    completeLogIn(ctx, { ticket, proof: { kind: "code", code: text }, browser: member.browser });
  await assert.rejects(give("000000"), fails("wrong_code"));
  const { token } = await give(code());
  const session = await authenticateSession(ctx, { token, ip: member.browser.ip });
  assert.equal(session.secondFactor, true);
  await assert.rejects(give(code()), fails("ticket_invalid"), "a ticket works once");
});

test("of fifty tries with one code at once a single one is taken", async () => {
  const member = await makeMember(ctx);
  const { code } = await addAuthenticator(ctx, member);
  const { memberId } = member;
  const tickets = await Promise.all(
    Array.from({ length: 50 }, () => ctx.db.directory((tx) => makeTicket(tx, "second_factor", { memberId }))),
  );
  // Each log-in has ended the ticket of the one before, but this race is about the code.
  await world.look("update access.ticket set used_at = null where member_id = $1", [memberId]);
  const proof = { kind: "code", code: code() } as const;
  const tries = await Promise.allSettled(
    tickets.map((ticket, index) =>
      completeLogIn(ctx, { ticket, proof, browser: { ip: `203.0.113.${index}`, userAgent: "" } }),
    ),
  );
  assert.equal(tries.filter(({ status }) => status === "fulfilled").length, 1);
});

test("a ticket allows five wrong codes", async () => {
  const member = await makeMember(ctx);
  const { code } = await addAuthenticator(ctx, member);
  const outcome = await member.enter();
  const { ticket } = outcome as { ticket: string };
  const give = (text: string) =>
    completeLogIn(ctx, { ticket, proof: { kind: "code", code: text }, browser: member.browser });
  for (let times = 0; times < 5; times += 1) await assert.rejects(give("000000"), fails("wrong_code"));
  await assert.rejects(give(code()), fails("ticket_invalid"));
});

test("a recovery code stands in once, however it is typed, and is kept as no text", async () => {
  const member = await makeMember(ctx);
  const { recoveryCodes } = await addAuthenticator(ctx, member);
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
  const plain = await makeMember(ctx);
  const { sessionId, token } = await plain.start();
  const own = { organizationId: plain.organizationId, memberId: plain.memberId, sessionId };
  await world.look("update access.session set proved_at = now() - interval '1 hour' where session_id = $1", [
    sessionId,
  ]);
  const proving = (password: string) => proveAgain(ctx, own, { proof: { kind: "password", password } });
  await assert.rejects(proving("no"), fails("wrong_password"));
  const age = async () =>
    Date.now() - (await authenticateSession(ctx, { token, ip: plain.browser.ip })).provedAt.getTime();
  assert.ok((await age()) > 3_000_000);
  await proving(PASSWORD);
  assert.ok((await age()) < 60_000);

  const guarded = await makeMember(ctx);
  const { own: theirs, code } = await addAuthenticator(ctx, guarded);
  const password = { kind: "password", password: PASSWORD } as const;
  await assert.rejects(proveAgain(ctx, theirs, { proof: password }), fails("factor_needed"));
  await proveAgain(ctx, theirs, { proof: { kind: "code", code: code() } });
});
