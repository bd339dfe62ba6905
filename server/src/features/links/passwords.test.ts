/** One-time passwords and sessions: who is authenticated, and the limits for guesses and messages. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { deliverMessages, listMessages } from "#messages";
import type { Actor } from "#audit";
import { acceptLinkCodes, deactivateLink, draftClaim, provePayee, registerLinks, sendPassword } from "#links";
import { advance, makeFaultWorld } from "#test/faults/fault-world";
import {
  dayAhead,
  draft,
  eventsOf,
  makeLink,
  newestPassword,
  prove,
  show,
  TO_ACCOUNT,
  view,
} from "./test/payee.ts";
import type { TestMerchant } from "#test/world";

const world = await makeFaultWorld();
registerLinks();
const { ctx } = world;

const MINUTE_MS = 60_000;

/** Returns a password other than the given one. */
const not = (password: string, n = 1): string => String((Number(password) + n) % 1_000_000).padStart(6, "0");

test("after five wrong passwords, over all browsers and processes, none is accepted for an hour", async () => {
  const merchant = await world.makePayer();
  const made = await makeLink(world, merchant);
  await sendPassword(ctx, made.token);
  const first = await newestPassword(world, merchant);
  for (const left of [4, 3])
    assert.deepEqual(await provePayee(ctx, made.token, not(first, left)), { kind: "wrong", left });
  await advance(world, merchant, MINUTE_MS);
  await sendPassword(ctx, made.token);
  const password = await newestPassword(world, merchant);
  const processes = [ctx, world.openContext({ connections: 6 })];
  const guesses = await Promise.all(
    Array.from({ length: 40 }, (_, n) => provePayee(processes[n % 2]!, made.token, not(password, n + 1))),
  );
  const kinds = guesses.map((guess) => guess!.kind);
  assert.equal(kinds.filter((kind) => kind === "wrong").length, 2);
  assert.equal(kinds.filter((kind) => kind === "refused").length, 38);
  assert.equal((await provePayee(ctx, made.token, password))?.kind, "refused");
  assert.equal((await sendPassword(ctx, made.token))?.kind, "too_soon");
  assert.equal((await view(world, merchant, made)).status, "ACTIVE");
  assert.deepEqual(await eventsOf(world, merchant), []);
  await advance(world, merchant, 60 * MINUTE_MS);
  await prove(world, merchant, made.token);
});

/** Enters five wrong codes and returns how long codes are refused, in minutes. */
async function useUpTries(merchant: TestMerchant, token: string): Promise<number> {
  assert.equal((await sendPassword(ctx, token))?.kind, "sent");
  const password = await newestPassword(world, merchant);
  for (let n = 1; n <= 4; n += 1) await provePayee(ctx, token, not(password, n));
  const proof = await provePayee(ctx, token, not(password, 5));
  assert.ok(proof?.kind === "refused");
  const { now } = await show(ctx, { token, sessionToken: null });
  return Math.round((proof.until.getTime() - now.getTime()) / MINUTE_MS);
}

test("a link that is attacked all the time ends after 30 guesses in 31 hours, unless its maker acts", async () => {
  const merchant = await world.makePayer();
  const made = await makeLink(world, merchant, { expiry: await dayAhead(world, merchant, 30) });
  const passPauses = async (): Promise<void> => {
    for (const hours of [1, 2, 4, 8, 16]) {
      assert.equal(await useUpTries(merchant, made.token), hours * 60);
      await advance(world, merchant, hours * 60 * MINUTE_MS + 1_000);
    }
  };
  assert.equal(await useUpTries(merchant, made.token), 60);
  await acceptLinkCodes(ctx, merchant.merchantId, { linkKey: made.link.linkKey, by: "system" });
  await advance(world, merchant, MINUTE_MS);
  await passPauses();
  assert.deepEqual(await eventsOf(world, merchant), []);
  await sendPassword(ctx, made.token);
  const password = await newestPassword(world, merchant);
  for (let n = 1; n <= 4; n += 1) await provePayee(ctx, made.token, not(password, n));
  assert.deepEqual(await provePayee(ctx, made.token, not(password, 5)), { kind: "closed" });
  const { status, reason } = await view(world, merchant, made);
  assert.deepEqual([status, reason], ["EXPIRED", "OTP_ATTEMPTS_EXCEEDED"]);
  assert.deepEqual(await eventsOf(world, merchant), [
    { type: "CASHGRAM_EXPIRED", cashgramid: made.link.linkKey, reason: "OTP_ATTEMPTS_EXCEEDED" },
  ]);
  assert.deepEqual(await sendPassword(ctx, made.token), { kind: "closed" });
});

test("a right password does not shorten the pauses that follow", async () => {
  const merchant = await world.makePayer();
  const { token } = await makeLink(world, merchant);
  assert.equal(await useUpTries(merchant, token), 60);
  await advance(world, merchant, 60 * MINUTE_MS);
  await prove(world, merchant, token);
  await advance(world, merchant, MINUTE_MS);
  assert.equal(await useUpTries(merchant, token), 120);
});

test("codes are accepted again at once if the maker says so, but not for another API key", async () => {
  const merchant = await world.makePayer();
  const made = await makeLink(world, merchant);
  const accept = (by: Actor) => acceptLinkCodes(ctx, merchant.merchantId, { linkKey: made.link.linkKey, by });
  await useUpTries(merchant, made.token);
  await assert.rejects(accept("api-key:another"), { code: "not_permitted" });
  await accept("system");
  await advance(world, merchant, MINUTE_MS);
  await prove(world, merchant, made.token);
  const records = await world.look<{ action: string }>(
    "select action from audit.record where merchant_id = $1 and action like 'links.codes%' order by seq",
    [merchant.merchantId],
  );
  assert.deepEqual(
    records.map(({ action }) => action),
    ["links.codes_refused", "links.codes_accepted"],
  );
  await deactivateLink(ctx, merchant.merchantId, { linkKey: made.link.linkKey, by: "system" });
  await assert.rejects(accept("system"), { code: "ended" });
});

test("pauses are counted anew when the maker says so, also after a pause has ended", async () => {
  const merchant = await world.makePayer();
  const { token, link } = await makeLink(world, merchant);
  assert.equal(await useUpTries(merchant, token), 60);
  await advance(world, merchant, 60 * MINUTE_MS);
  for (const _time of [1, 2])
    await acceptLinkCodes(ctx, merchant.merchantId, { linkKey: link.linkKey, by: "system" });
  assert.equal(await useUpTries(merchant, token), 60);
  const accepted = await world.look(
    "select from audit.record where merchant_id = $1 and action = 'links.codes_accepted'",
    [merchant.merchantId],
  );
  assert.equal(accepted.length, 1, "what changes nothing is not recorded");
});

test("codes of a link are accepted again at most three times in 24 hours by all members together", async () => {
  const merchant = await world.makePayer();
  const { token, link } = await makeLink(world, merchant);
  const accept = () => acceptLinkCodes(ctx, merchant.merchantId, { linkKey: link.linkKey, by: "system" });
  for (let time = 0; time < 3; time += 1) {
    await useUpTries(merchant, token);
    await accept();
    await advance(world, merchant, MINUTE_MS);
  }
  await useUpTries(merchant, token);
  await assert.rejects(accept(), { code: "accepted_too_often" });
  await advance(world, merchant, 24 * 60 * MINUTE_MS);
  await accept();
});

test("the right password works once, for ten minutes, until another is sent", async () => {
  const merchant = await world.makePayer();
  const { token } = await makeLink(world, merchant);
  assert.deepEqual(await provePayee(ctx, token, "123456"), { kind: "stale" });
  await sendPassword(ctx, token);
  const old = await newestPassword(world, merchant);
  await advance(world, merchant, 10 * MINUTE_MS);
  assert.deepEqual(await provePayee(ctx, token, old), { kind: "stale" });
  await sendPassword(ctx, token);
  const replaced = await newestPassword(world, merchant);
  await advance(world, merchant, MINUTE_MS);
  await sendPassword(ctx, token);
  const password = await newestPassword(world, merchant);
  if (replaced !== password) assert.equal((await provePayee(ctx, token, replaced))?.kind, "wrong");
  const proofs = await Promise.all(Array.from({ length: 10 }, () => provePayee(ctx, token, password)));
  assert.equal(proofs.filter((proof) => proof?.kind === "proved").length, 1);
  assert.equal(proofs.filter((proof) => proof?.kind === "stale").length, 9);
});

test("a right password forgives the wrong ones before it", async () => {
  const merchant = await world.makePayer();
  const made = await makeLink(world, merchant);
  for (let round = 0; round < 2; round += 1) {
    await sendPassword(ctx, made.token);
    const password = await newestPassword(world, merchant);
    for (let n = 1; n <= 4; n += 1) await provePayee(ctx, made.token, not(password, n));
    assert.equal((await provePayee(ctx, made.token, password))?.kind, "proved");
    await advance(world, merchant, MINUTE_MS);
  }
  assert.equal((await view(world, merchant, made)).status, "ACTIVE");
});

test("passwords are sent one a minute, five an hour, ten a day, until a member opens the link", async () => {
  const merchant = await world.makePayer();
  const { token, link } = await makeLink(world, merchant);
  const send = async (): Promise<string> => (await sendPassword(ctx, token))!.kind;
  const racing = await Promise.all(Array.from({ length: 10 }, send));
  assert.deepEqual(racing.toSorted(), ["sent", ...Array.from({ length: 9 }, () => "too_soon")]);
  await advance(world, merchant, MINUTE_MS - 5_000);
  assert.equal(await send(), "too_soon");
  for (let sent = 1; sent < 5; sent += 1) {
    await advance(world, merchant, MINUTE_MS);
    assert.equal(await send(), "sent");
  }
  await advance(world, merchant, MINUTE_MS);
  assert.equal(await send(), "too_soon");
  await advance(world, merchant, 60 * MINUTE_MS);
  for (let sent = 0; sent < 5; sent += 1) {
    assert.equal(await send(), "sent");
    await advance(world, merchant, MINUTE_MS);
  }
  await advance(world, merchant, 60 * MINUTE_MS);
  assert.equal(await send(), "too_soon");
  await acceptLinkCodes(ctx, merchant.merchantId, { linkKey: link.linkKey, by: "system" });
  assert.equal(await send(), "sent");
  await advance(world, merchant, 24 * 60 * MINUTE_MS);
  assert.equal(await send(), "sent");
});

test("a session is for one link, and for half an hour", async () => {
  const merchant = await world.makePayer();
  const one = await makeLink(world, merchant);
  const other = await makeLink(world, merchant);
  const visitor = await prove(world, merchant, one.token);
  assert.deepEqual(await draftClaim(ctx, { ...visitor, token: other.token }, TO_ACCOUNT), {
    kind: "not_proved",
  });
  await draft(ctx, visitor);
  await advance(world, merchant, 30 * MINUTE_MS);
  assert.equal((await show(ctx, visitor)).proved, null);
  assert.deepEqual(await draftClaim(ctx, visitor, TO_ACCOUNT), { kind: "not_proved" });
  await prove(world, merchant, one.token);
  const sessions = await world.look("select from links.session where link_id = $1", [one.link.linkId]);
  assert.equal(sessions.length, 1);
});

test("a password leaves the inbox, and what is still to be sent, when it is used or replaced", async () => {
  const merchant = await world.makePayer();
  const { merchantId } = merchant;
  const made = await makeLink(world, merchant, { email: "asha@example.com" });
  const keeping = async (password: string): Promise<number> => {
    const rows = await world.look("select * from messages.message where merchant_id = $1", [merchantId]);
    return rows.filter((row) => JSON.stringify(row).includes(password)).length;
  };
  await sendPassword(ctx, made.token);
  const replaced = await newestPassword(world, merchant);
  await deliverMessages(ctx, merchantId);
  assert.equal(await keeping(replaced), 2, "an SMS and an e-mail in the inbox");
  await advance(world, merchant, MINUTE_MS);
  await sendPassword(ctx, made.token);
  assert.equal(await keeping(replaced), 0);
  const password = await newestPassword(world, merchant);
  assert.equal(await keeping(password), 2, "not sent yet");
  assert.equal((await provePayee(ctx, made.token, password))?.kind, "proved");
  assert.equal(await keeping(password), 0);
  const inbox = await listMessages(ctx, merchantId);
  const told = inbox
    .filter(({ purpose }) => purpose === "flowgram_otp")
    .map(({ text, html }) => [text, html]);
  const forgotten = ["The code that stood here was used or replaced, and is no longer kept.", null];
  assert.deepEqual(told, [forgotten, forgotten]);
});

test("the database does not tell a password, nor the secret of a session", async () => {
  const merchant = await world.makePayer();
  const { token, link } = await makeLink(world, merchant);
  await sendPassword(ctx, token);
  const password = await newestPassword(world, merchant);
  const [row] = await world.look<{ hash: Buffer }>(
    "select password_hash as hash from links.link where link_id = $1",
    [link.linkId],
  );
  const { createHash } = await import("node:crypto");
  for (const guess of [password, `${link.linkId}\n${password}`, `${link.linkId}${password}`]) {
    assert.notDeepEqual(createHash("sha256").update(guess).digest(), row!.hash);
  }
  const proof = await provePayee(ctx, token, password);
  assert.ok(proof?.kind === "proved");
  const [kept] = await world.look<{ text: string }>(
    "select array_agg(session)::text as text from links.session where link_id = $1",
    [link.linkId],
  );
  const secret = Buffer.from(proof.sessionToken, "base64url");
  assert.ok(!kept!.text.includes(proof.sessionToken) && !kept!.text.includes(secret.toString("hex")));
});
