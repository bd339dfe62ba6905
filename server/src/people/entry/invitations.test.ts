import assert from "node:assert/strict";
import { test } from "node:test";
import {
  acceptInvitation,
  AccessError,
  authenticateSession,
  confirmAuthenticator,
  createMerchant,
  createOrganization,
  findOrCreateMember,
  listMembers,
  logIn,
  proveEmail,
  resetPassword,
  setUpAuthenticator,
  startEmailProof,
  startPasswordResets,
  type MemberToAdd,
} from "#access";
import { newId } from "#lib/ids";
import { deliverMessages } from "#messages";
import { makeAuthenticatorApp } from "#test/authenticator-app";
import { startMailServer } from "#test/mail-server";
import { makeWorld } from "#test/world";
import { inviteMember, sendInvitation } from "./index.ts";

const world = await makeWorld();
const mailServer = await startMailServer(world);
const mailing = {
  ...world.ctx,
  config: { ...world.ctx.config, smtpUrl: mailServer.url, publicUrl: "https://pay.example" },
};
const PASSWORD = "a quiet banyan 27";
const browser = { ip: "192.0.2.1", userAgent: "" };

async function makeHost() {
  const { organizationId } = await createOrganization(world.ctx, { name: "Neem Traders" });
  const { merchantId } = await createMerchant(world.ctx, { organizationId, name: "Neem", mode: "sandbox" });
  const email = `host.${newId()}@example.com`;
  const own = { organizationId, email, name: "Asha Rao", role: "owner", password: PASSWORD } as const;
  const by = `member:${(await findOrCreateMember(world.ctx, own)).memberId}` as const;
  const host = { name: "Asha Rao", emailProved: true };
  const invite = (to: string, ctx = mailing) => {
    const member: MemberToAdd = { organizationId, email: to, name: "Kavya", grant: { role: "viewer" }, by };
    return inviteMember(ctx, member, host);
  };
  const deliver = () => deliverMessages(mailing, merchantId);
  const mailTo = async (to: string) => {
    await deliver();
    const { raw } = mailServer.mails.findLast((mail) => mail.to === to)!;
    return raw.replaceAll("=\r\n", "").replaceAll("=3D", "=");
  };
  const isProved = async (to: string) => {
    const rows = await world.look<{ proved: boolean }>(
      "select email_proved as proved from access.member where email = $1 and organization_id = $2",
      [to, organizationId],
    );
    return rows[0]!.proved;
  };
  return { organizationId, by, host, email, invite, deliver, mailTo, isProved };
}

const ticketIn = (text: string): string => /#([\w-]{43})/.exec(text)![1]!;
const accept = (ticket: string) =>
  acceptInvitation(world.ctx, { ticket, name: "Kavya", password: "a calm peepal 81", browser });
const fails = (code: keyof typeof AccessError.texts) => (error: unknown) => AccessError.is(error, code);

test("the one who invites is answered the same for a taken address and a free one", async () => {
  const [ours, theirs] = [await makeHost(), await makeHost()];
  const free = `free.${newId()}@example.com`;
  const answers = [await ours.invite(theirs.email), await ours.invite(free)];
  const [{ memberId: _, ...first }] = answers as [(typeof answers)[0]];
  const answered = { ...first, link: null, withheld: {}, id: "string" };
  assert.deepEqual(
    answers.map(({ memberId, ...rest }) => ({ ...rest, id: typeof memberId })),
    [answered, answered],
  );
  const members = await world.ctx.db.inMerchant(ours.organizationId, (tx) => listMembers(tx, { limit: 9 }));
  assert.deepEqual(members.map(({ email }) => email).toSorted(), [free, ours.email, theirs.email].toSorted());
  const told = await ours.mailTo(theirs.email);
  assert.match(told, /has an account in another organization/);
  assert.doesNotMatch(told, /#[\w-]{43}/);
  assert.match(await ours.mailTo(free), /#[\w-]{43}/);
  await assert.rejects(
    ours.invite(free.toUpperCase()),
    fails("email_taken"),
    "their own members they see anyway",
  );
});

test("an invitation proves no address until the link that was sent there is used", async () => {
  const { invite, mailTo, isProved } = await makeHost();
  const email = `kavya.${newId()}@example.com`;
  await invite(email);
  assert.equal(await isProved(email), false);
  assert.deepEqual(await startPasswordResets(world.ctx, email), [], "and no password is set by another way");
  const rival = await makeHost();
  await rival.invite(email);
  const { token } = await accept(ticketIn(await mailTo(email)));
  assert.equal(await isProved(email), true);
  assert.equal((await authenticateSession(world.ctx, { token, ip: browser.ip })).emailProved, true);
  await assert.rejects(accept(ticketIn(await rival.mailTo(email))), fails("email_taken"));
});

test("a link that was shown to the one who invites proves nothing", async () => {
  const { invite, isProved } = await makeHost();
  const email = `kavya.${newId()}@example.com`;
  const { link } = await invite(email, world.ctx as typeof mailing);
  const { token } = await accept(ticketIn(link!));
  assert.equal(await isProved(email), false);
  assert.equal((await authenticateSession(world.ctx, { token, ip: browser.ip })).emailProved, false);
});

test("invitations are limited for each member who invites, and for each address within an organization", async () => {
  const victim = `victim.${newId()}@example.com`;
  const rival = await makeHost();
  await rival.invite(victim);
  for (let times = 0; times < 2; times += 1) {
    await assert.rejects(rival.invite(victim), fails("email_taken"));
  }
  await assert.rejects(rival.invite(victim), fails("too_many_attempts"));
  const hosts = await Promise.all(Array.from({ length: 14 }, makeHost));
  for (const { invite } of hosts) await invite(victim);
  for (const { deliver } of hosts) await deliver();
  const mails = mailServer.mails.filter(({ to }) => to === victim);
  assert.equal(mails.length, 11, "no organization is refused, but the address gets no flood");
  const { invite } = await makeHost();
  const many = Array.from({ length: 24 }, () => invite(`some.${newId()}@example.com`).catch(() => null));
  assert.equal((await Promise.all(many)).filter((answer) => answer !== null).length, 20);
  const { organizationId, by, host, ...more } = await makeHost();
  const { memberId } = await more.invite(`again.${newId()}@example.com`);
  const again = () => sendInvitation(mailing, { organizationId, memberId, by, host });
  for (let times = 0; times < 3; times += 1) await again();
  await assert.rejects(again(), fails("too_many_attempts"));
});

test("a link that was shown to another person opens no live merchant, whatever its holder does", async () => {
  const { organizationId, invite, mailTo } = await makeHost();
  await createMerchant(world.ctx, { organizationId, name: "Neem", mode: "live" });
  const email = `kavya.${newId()}@example.com`;
  const { link, memberId } = await invite(email, world.ctx as typeof mailing);
  const puppet = await accept(ticketIn(link!));
  const look = async (token: string) => {
    const { merchants, liveClosed, emailProved, rights } = await authenticateSession(world.ctx, {
      token,
      ip: browser.ip,
    });
    return [merchants.map(({ mode }) => mode), rights.live.permissions.size > 0, liveClosed, emailProved];
  };
  assert.deepEqual(await look(puppet.token), [["sandbox"], false, true, false]);
  // The inbox of the sandbox shows a member its own links, and so to anyone who can log in as that member.
  await proveEmail(world.ctx, (await startEmailProof(world.ctx, memberId))!.ticket!);
  assert.deepEqual(await look(puppet.token), [["sandbox"], false, true, true]);
  const reset = async (carried: boolean) => {
    const [{ ticket } = assert.fail()] = await startPasswordResets(world.ctx, email, { carried });
    await resetPassword(world.ctx, { ticket, password: "a calm peepal 82" });
    const entered = await logIn(world.ctx, { email, password: "a calm peepal 82", browser });
    return entered.kind === "session" ? entered.session.token : entered.kind;
  };
  const held = await reset(false);
  assert.deepEqual(
    await look(held),
    [["sandbox"], false, true, true],
    "nor does a new password by such a link",
  );
  // Second factors that the holder of the link has set up are removed when the invited person takes over.
  const session = await authenticateSession(world.ctx, { token: held, ip: browser.ip });
  const { secret } = await setUpAuthenticator(world.ctx, session);
  await confirmAuthenticator(world.ctx, session, { code: makeAuthenticatorApp(secret)() });
  const own = await reset(true);
  assert.deepEqual(await look(own), [["sandbox", "live"], true, false, true]);
  await assert.rejects(look(held), fails("session_invalid"));
  const other = `ravi.${newId()}@example.com`;
  await invite(other);
  const mailed = await accept(ticketIn(await mailTo(other)));
  assert.deepEqual(await look(mailed.token), [["sandbox", "live"], true, false, true]);
});

test("proving an address by mail gives no live access to a member whose link was shown", async () => {
  const { organizationId, invite } = await makeHost();
  await createMerchant(world.ctx, { organizationId, name: "Neem", mode: "live" });
  const email = `kavya.${newId()}@example.com`;
  const { link, memberId } = await invite(email, world.ctx as typeof mailing);
  const { token } = await accept(ticketIn(link!));
  // The person who was invited confirms the address, while another one may hold the account.
  await proveEmail(world.ctx, (await startEmailProof(world.ctx, memberId, { mailed: true }))!.ticket!);
  const { liveClosed, emailProved } = await authenticateSession(world.ctx, { token, ip: browser.ip });
  assert.deepEqual([liveClosed, emailProved], [true, true]);
});

test("a sender is tied to a member who joins by a link that the sender was shown, in the sandbox alone", async () => {
  const { organizationId, by, host, invite, mailTo } = await makeHost();
  const tiesOf = async (memberId: string) => {
    const rows = await world.look<{ mode: string | null }>(
      "delete from access.influence where over = $1 returning mode",
      [`member:${memberId}`],
    );
    return rows.map(({ mode }) => mode);
  };
  const again = (memberId: string, ctx: typeof mailing) =>
    sendInvitation(ctx, { organizationId, memberId, by, host });
  const { memberId } = await invite(`kavya.${newId()}@example.com`);
  assert.deepEqual(await tiesOf(memberId), [null], "the one who invited is tied in both environments");
  await again(memberId, mailing);
  assert.deepEqual(await tiesOf(memberId), [], "the link was mailed");
  const { link } = await again(memberId, world.ctx as typeof mailing);
  assert.deepEqual(await tiesOf(memberId), [], "the link was shown, but not accepted");
  await accept(ticketIn(link!));
  assert.deepEqual(await tiesOf(memberId), ["sandbox"], "the link was shown and accepted");
  const email = `ravi.${newId()}@example.com`;
  const other = await invite(email);
  await tiesOf(other.memberId);
  await again(other.memberId, world.ctx as typeof mailing);
  await again(other.memberId, mailing);
  await accept(ticketIn(await mailTo(email)));
  assert.deepEqual(await tiesOf(other.memberId), [], "the link that was accepted was mailed");
});
