import assert from "node:assert/strict";
import { hashNewPassword } from "./password.ts";
import { test } from "node:test";
import { makeWorld } from "#test/world";
import {
  AccessError,
  authenticateSession,
  changePassword,
  foundOrganization,
  logIn,
  proveEmail,
  resetPassword,
  startEmailProof,
  startPasswordResets,
  type PasswordReset,
} from "./index.ts";
import { addAuthenticator, makeMember, PASSWORD } from "./test/people.ts";

const world = await makeWorld();
const { ctx } = world;

const fails = (code: keyof typeof AccessError.texts) => (error: unknown) => AccessError.is(error, code);

test("a new password ends the other sessions and is asked for from then on", async () => {
  const { organizationId, memberId, browser, enter, start } = await makeMember(ctx);
  const [here, elsewhere] = [await start(), await start()];
  const own = { organizationId, memberId, sessionId: here.sessionId };
  const change = (current: string, next: string) => changePassword(ctx, own, { current, next });
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

test("a reset link works once, ends all sessions and leaves the second factor as it is", async () => {
  const member = await makeMember(ctx);
  const { code } = await addAuthenticator(ctx, member);
  const [{ ticket }] = (await startPasswordResets(ctx, member.email.toUpperCase())) as [PasswordReset];
  const [{ ticket: newer }] = (await startPasswordResets(ctx, member.email)) as [PasswordReset];
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
  assert.deepEqual(await startPasswordResets(ctx, "no.one@example.com"), []);
});

test("a reset link ends after half an hour", async () => {
  const { email } = await makeMember(ctx);
  const [{ ticket }] = (await startPasswordResets(ctx, email)) as [PasswordReset];
  await world.look(
    `update access.ticket
     set created_at = created_at - interval '31 minutes', expires_at = expires_at - interval '31 minutes'`,
  );
  await assert.rejects(resetPassword(ctx, { ticket, password: "another banyan 3" }), fails("ticket_invalid"));
});

test("signing up with the address of another member changes nothing for that member", async () => {
  const { email, enter, browser } = await makeMember(ctx);
  const owner = { name: "Mallory", email, password: "mallory picks this" };
  const founded = await foundOrganization(ctx, { name: "Other", businessType: null, owner });
  assert.equal((await enter()).kind, "session");
  await assert.rejects(logIn(ctx, { email, password: owner.password, browser }), fails("log_in_refused"));
  const proof = await startEmailProof(ctx, founded.memberId);
  assert.deepEqual(
    proof,
    { email, name: "Mallory", ticket: null },
    "the owner of the address is informed instead",
  );
});

test("each account of an address that is not proved gets a link of its own for a new password", async () => {
  const email = "shared.address@example.com";
  const found = (name: string, password: string) =>
    foundOrganization(ctx, { name, businessType: "trust", owner: { name: "F", email, password } });
  const own = await found("Neem Traders", "a quiet banyan 27");
  await found("Mallory Traders", "mallory picks this");
  const resets = await startPasswordResets(ctx, email, { carried: true });
  assert.deepEqual(
    resets.map(({ organizationName }) => organizationName),
    ["Neem Traders", "Mallory Traders"],
  );
  const password = "a calm peepal 81";
  await resetPassword(ctx, { ticket: resets[0]!.ticket, password });
  const browser = { ip: "192.0.2.201", userAgent: "" };
  const entered = await logIn(ctx, { email, password, browser });
  assert.ok(entered.kind === "session");
  const { organizationId } = await authenticateSession(ctx, { token: entered.session.token, ip: browser.ip });
  assert.equal(organizationId, own.organizationId);
  const proved = await startPasswordResets(ctx, email);
  assert.equal(proved.length, 1, "the link has proved the address");
});

test("an address that is proved belongs to who proved it", async () => {
  const email = "fresh.address@example.com";
  const found = (password: string) =>
    foundOrganization(ctx, { name: "Fresh", businessType: "trust", owner: { name: "F", email, password } });
  const browser = { ip: "192.0.2.200", userAgent: "" };
  const squatter = await found("squatters password");
  const real = await found("a real banyan 31");
  const squatted = await startEmailProof(ctx, squatter.memberId);
  const { ticket: shown } = (await startEmailProof(ctx, real.memberId))!;
  await proveEmail(ctx, shown!);
  const { ticket } = (await startEmailProof(ctx, real.memberId, { mailed: true }))!;
  assert.equal((await logIn(ctx, { email, password: "a real banyan 31", browser })).kind, "session");
  assert.equal((await logIn(ctx, { email, password: "squatters password", browser })).kind, "session");
  await proveEmail(ctx, ticket!);
  await assert.rejects(proveEmail(ctx, ticket!), fails("ticket_invalid"));
  await assert.rejects(proveEmail(ctx, squatted!.ticket!), fails("email_taken"));
  await assert.rejects(
    logIn(ctx, { email, password: "squatters password", browser }),
    fails("log_in_refused"),
  );
});

const holder = {
  email: "asha.rao@neemtraders.example",
  name: "Asha Rao",
  organization: "Neem Traders Pvt Ltd",
};

test("common passwords, names and runs are refused, with digits and signs around them too", async () => {
  const guessable = [
    "password",
    "Password@2024",
    "P@ssw0rd2024!",
    "passw0rd1",
    "$ecret123",
    "Dragon2026",
    "2026dragon",
    "baseba11!",
    "monkey99!!",
    "qwerty12345",
    "qwer1234",
    "asdf4321",
    "zxcvbnm123",
    "1qaz2wsx",
    "abcd1234",
    "98765432",
    "aaaaaaaa",
    "abababab",
    "12341234",
    "Vitaran@123",
    "vitaran2026",
    "V1taran!!",
    "Payouts#1",
    "NeemTraders1",
    "neem@2026",
    "Traders2026!",
    "asharao123",
    "Asha.Rao@1990",
    "neemasha2026",
    "ｐａｓｓｗｏｒｄ１",
    "India@123",
  ];
  for (const password of guessable)
    await assert.rejects(hashNewPassword(password, holder), fails("weak_password"), password);
  const good = [
    "a quiet banyan 27",
    "correct horse battery",
    "tR7#kq9!zM",
    "mango-lantern-42",
    "ಮಾವಿನ ಮರ ಒಂದು",
  ];
  for (const password of good) assert.match(await hashNewPassword(password, holder), /^\$argon2id/);
});
