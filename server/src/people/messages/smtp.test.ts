import assert from "node:assert/strict";
import { test } from "node:test";
import { crashAt } from "#test/crash-at";
import type { Context } from "#lib/context";
import {
  deliverMessages,
  findMerchantsWithDueMessages,
  listMessages,
  queueMessages,
  type NewMessage,
} from "#messages";
import { makeWorld } from "#test/world";
import { startMailServer } from "#test/mail-server";

const world = await makeWorld();
const server = await startMailServer(world);
/** A separate worker on the same database, which knows the mail server. */
const makeContext = (smtpUrl = server.url): Context => ({
  ...world.ctx,
  config: { ...world.ctx.config, smtpUrl, smtpFrom: "Vitaran <payouts@business.example>" },
});
const ctx = makeContext();

let used = 0;
const freshAddress = (): string => `asha.${(used += 1)}@example.com`;

const queue = (merchantId: string, ...messages: Partial<NewMessage>[]) =>
  ctx.db.inMerchant(merchantId, (tx) =>
    queueMessages(
      tx,
      messages.map((message) => ({
        channel: "email",
        to: freshAddress(),
        subject: "पैसा ₹500",
        text: "Grüße: ₹500 आपके खाते में।\n.\nEnd",
        html: "<p>₹500 &amp; more</p>",
        purpose: "test",
        ...message,
      })),
    ),
  );

const moveClock = (merchantId: string, ms: number) =>
  ctx.db.directory((tx) =>
    tx.execute(
      `insert into lib.merchant_clock as clock (merchant_id, offset_ms) values ($1, $2)
       on conflict (merchant_id) do update set offset_ms = clock.offset_ms + excluded.offset_ms`,
      [merchantId, ms],
    ),
  );

/** Makes waiting messages due as if this much real time had passed. */
const letPass = (merchantId: string, ms: number) =>
  world.look(
    `update messages.message
     set due_at = due_at - $2 * interval '1 ms'
     where merchant_id = $1 and status = 'pending'`,
    [merchantId, ms],
  );

/** Ends leases as if they had expired after their process died. */
const endLeases = (merchantId: string) =>
  world.look("update messages.message set leased_until = now() - interval '1 s' where merchant_id = $1", [
    merchantId,
  ]);

const mailsTo = (to: string) => server.mails.filter((mail) => mail.to === to);

test("an e-mail arrives whole, with the id it will always have, from the sender of the settings", async () => {
  const { merchantId } = await world.makeMerchant({ mode: "live" });
  const to = freshAddress();
  const [messageId] = await queue(merchantId, { to });
  await deliverMessages(ctx, merchantId);
  const [mail] = mailsTo(to);
  assert.equal(mail!.header("Message-ID"), `<${messageId}@business.example>`);
  assert.equal(mail!.header("From"), "Vitaran <payouts@business.example>");
  assert.equal(mail!.header("To"), to);
  assert.equal(mail!.header("Auto-Submitted"), "auto-generated");
  assert.match(mail!.header("Subject"), /^=\?UTF-8\?/);
  assert.match(mail!.raw, /multipart\/alternative/);
  const [listed] = await listMessages(ctx, merchantId);
  assert.deepEqual([listed!.status, listed!.sentBy, listed!.text, listed!.html], ["sent", "smtp", "", null]);
  await deliverMessages(ctx, merchantId);
  assert.equal(mailsTo(to).length, 1);
});

test("a sandbox merchant's e-mail goes out as well and stays readable in its inbox", async () => {
  const { merchantId } = await world.makeMerchant();
  const to = freshAddress();
  await queue(merchantId, { to, text: "Code 123456" }, { channel: "sms", to: "9876543210" });
  await deliverMessages(ctx, merchantId);
  assert.equal(mailsTo(to).length, 1);
  const listed = await listMessages(ctx, merchantId, { status: "sent" });
  assert.deepEqual(listed.map(({ channel, sentBy }) => `${channel} ${sentBy}`).toSorted(), [
    "email smtp",
    "sms sandbox",
  ]);
  assert.equal(listed.find(({ channel }) => channel === "email")!.text, "Code 123456");
});

test("what may pass is tried again with the same id, and only when it is time", async () => {
  const { merchantId } = await world.makeMerchant();
  const to = freshAddress();
  server.answer = (asked) => (asked === to ? { at: "data", code: 451 } : null);
  await queue(merchantId, { to });
  await deliverMessages(ctx, merchantId);
  await deliverMessages(ctx, merchantId);
  assert.equal(mailsTo(to).length, 1);
  const [waiting] = await listMessages(ctx, merchantId);
  assert.equal(waiting!.status, "pending");
  assert.match(waiting!.detail!, /^EMESSAGE .*451 /);
  assert.ok(!waiting!.detail!.includes(to), "no address in what the server said");
  server.answer = () => null;
  await letPass(merchantId, 60_000);
  await deliverMessages(ctx, merchantId);
  const [first, second] = mailsTo(to);
  assert.equal(second!.header("Message-ID"), first!.header("Message-ID"));
  assert.equal((await listMessages(ctx, merchantId))[0]!.status, "sent");
});

test("a test clock that is moved by a month uses up no try of an e-mail and delays none", async () => {
  const { merchantId } = await world.makeMerchant();
  const [before, after] = [freshAddress(), freshAddress()];
  server.answer = () => ({ at: "data", code: 451 });
  await queue(merchantId, { to: before, purpose: "security_notice" });
  for (let days = 0; days < 30; days += 3) {
    await deliverMessages(ctx, merchantId);
    await moveClock(merchantId, 3 * 86_400_000);
  }
  assert.equal(mailsTo(before).length, 1, "of ten looks in thirty days of the test clock one is a try");
  server.answer = () => null;
  await queue(merchantId, { to: after, purpose: "invitation" });
  await letPass(merchantId, 60_000);
  assert.ok((await ctx.db.sweep(findMerchantsWithDueMessages)).includes(merchantId));
  await deliverMessages(ctx, merchantId);
  assert.deepEqual(
    [mailsTo(before).length, mailsTo(after).length],
    [2, 1],
    "the second try is made when its real time has come, and a new e-mail at once",
  );
});

test("security notices, invitations and links go before the digests that were queued earlier", async () => {
  const { merchantId } = await world.makeMerchant();
  const [notice, invited] = [freshAddress(), freshAddress()];
  await queue(merchantId, ...Array.from({ length: 60 }, () => ({ purpose: "notification_reports" })));
  await queue(merchantId, { to: notice, purpose: "security_notice" }, { to: invited, purpose: "invitation" });
  const from = server.mails.length;
  await deliverMessages(ctx, merchantId);
  const order = server.mails.slice(from).map((mail) => mail.to);
  assert.equal(order.length, 62);
  for (const to of [notice, invited]) assert.ok(order.indexOf(to) < 5, `${order.indexOf(to)}`);
});

test("a recipient that the server refuses for good is a failure at once; others are not touched by it", async () => {
  const { merchantId } = await world.makeMerchant();
  const [bad, good] = [freshAddress(), freshAddress()];
  server.answer = (asked) => (asked === bad ? { at: "recipient", code: 550 } : null);
  await queue(merchantId, { to: bad }, { to: good });
  await deliverMessages(ctx, merchantId);
  server.answer = () => null;
  const [refused] = await listMessages(ctx, merchantId, { to: bad });
  assert.deepEqual([refused!.status, refused!.reason, refused!.tries], ["failed", "refused", 1]);
  assert.equal((await listMessages(ctx, merchantId, { to: good }))[0]!.status, "sent");
});

test("a server that is not there is tried eight times in about a day, then the message has failed", async () => {
  const { merchantId } = await world.makeMerchant();
  await queue(merchantId, {});
  // No one listens on the discard port.
  const lonely = makeContext("smtp://127.0.0.1:9");
  let tries = 0;
  let waitedMs = 0;
  for (let rounds = 0; rounds < 200 && tries < 8; rounds += 1) {
    tries += (await deliverMessages(lonely, merchantId)).tried;
    await letPass(merchantId, 30 * 60_000);
    waitedMs += 30 * 60_000;
  }
  assert.equal(tries, 8);
  assert.ok(waitedMs > 18 * 3_600_000 && waitedMs < 32 * 3_600_000, `${waitedMs / 3_600_000} hours`);
  const [listed] = await listMessages(ctx, merchantId);
  assert.deepEqual([listed!.status, listed!.reason], ["failed", "tries_used_up"]);
  await deliverMessages(ctx, merchantId);
  assert.equal((await listMessages(ctx, merchantId))[0]!.tries, 8);
});

test("a worker that dies after the server's yes has its message sent once more, under the same id", async () => {
  const { merchantId } = await world.makeMerchant();
  const to = freshAddress();
  await queue(merchantId, { to });
  assert.ok(await crashAt(world, "messages.deliver.after_send", () => deliverMessages(ctx, merchantId)));
  // No one may claim it as long as the dead worker might still be sending, even if the test clock is moved.
  await moveClock(merchantId, 3_600_000);
  await deliverMessages(ctx, merchantId);
  assert.equal(mailsTo(to).length, 1);
  await endLeases(merchantId);
  await deliverMessages(ctx, merchantId);
  await endLeases(merchantId);
  await deliverMessages(ctx, merchantId);
  const [first, second, third] = mailsTo(to);
  assert.equal(second!.header("Message-ID"), first!.header("Message-ID"));
  assert.equal(third, undefined);
});

test("wherever a worker dies, every message ends sent and none is lost", async () => {
  const { merchantId } = await world.makeMerchant();
  const points = [
    "db.transaction.before_commit",
    "db.transaction.committed",
    "messages.deliver.after_claim",
    "messages.deliver.after_send",
    "messages.deliver.before_record",
  ];
  const addresses = points.map(freshAddress);
  for (const [index, point] of points.entries()) {
    await queue(merchantId, { to: addresses[index]! });
    assert.ok(await crashAt(world, point, () => deliverMessages(ctx, merchantId)), point);
    await endLeases(merchantId);
  }
  await deliverMessages(ctx, merchantId);
  assert.equal((await listMessages(ctx, merchantId, { status: "sent" })).length, points.length);
  for (const to of addresses) {
    const ids = mailsTo(to).map((mail) => mail.header("Message-ID"));
    assert.ok(ids.length >= 1 && new Set(ids).size === 1, `${to}: ${ids.join(" ")}`);
  }
});

test("a worker that comes back after its lease records what it sent, and nothing else", async () => {
  const { merchantId } = await world.makeMerchant();
  const to = freshAddress();
  await queue(merchantId, { to });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let asked = 0;
  server.answer = async (address) => {
    if (address !== to) return null;
    asked += 1;
    // The server keeps the first worker waiting, and tells the second to come again.
    if (asked > 1) return { at: "recipient", code: 450 };
    await held;
    return null;
  };
  const slow = deliverMessages(ctx, merchantId);
  while (asked === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await endLeases(merchantId);
  await deliverMessages(makeContext(), merchantId);
  assert.equal((await listMessages(ctx, merchantId))[0]!.status, "pending");
  server.answer = () => null;
  release();
  await slow;
  const [listed] = await listMessages(ctx, merchantId);
  assert.equal(listed!.status, "sent");
  await endLeases(merchantId);
  await deliverMessages(ctx, merchantId);
  assert.equal(mailsTo(to).length, 1);
});

test("several workers share the work: 300 messages, each sent once", async () => {
  const { merchantId } = await world.makeMerchant();
  const addresses = Array.from({ length: 300 }, freshAddress);
  await queue(merchantId, ...addresses.map((to) => ({ to })));
  await Promise.all(Array.from({ length: 4 }, () => deliverMessages(makeContext(), merchantId)));
  await deliverMessages(ctx, merchantId);
  const counts = addresses.map((to) => mailsTo(to).length);
  assert.deepEqual([...new Set(counts)], [1]);
});

test("no address reaches the log", async () => {
  const { merchantId } = await world.makeMerchant();
  const lines: string[] = [];
  const log = {
    warn: (...said: unknown[]) => void lines.push(JSON.stringify(said)),
    error: (...said: unknown[]) => void lines.push(JSON.stringify(said)),
  } as unknown as Context["log"];
  const to = freshAddress();
  server.answer = (asked) => (asked === to ? { at: "recipient", code: 550 } : null);
  const [messageId] = await queue(merchantId, { to });
  await deliverMessages({ ...ctx, log }, merchantId);
  server.answer = () => null;
  assert.equal(lines.length, 1);
  assert.ok(lines[0]!.includes(messageId!) && !lines[0]!.includes("@"), lines[0]);
});
