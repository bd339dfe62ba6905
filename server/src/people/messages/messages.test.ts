import assert from "node:assert/strict";
import { test } from "node:test";
import {
  deliverMessages,
  findMerchantsWithDueMessages,
  listMessages,
  queueMessages,
  messagesWorker,
  type NewMessage,
} from "#messages";
import { makeWorld } from "#test/world";

const world = await makeWorld();
const { ctx } = world;

const email = (change: Partial<NewMessage> = {}): NewMessage => ({
  channel: "email",
  to: "asha@example.com",
  subject: "Your payout",
  text: "Here it is.",
  purpose: "test",
  ...change,
});

const queue = (merchantId: string, ...messages: NewMessage[]) =>
  ctx.db.inMerchant(merchantId, (tx) => queueMessages(tx, messages));

test("without a mail server a sandbox merchant's messages are in its inbox, newest first", async () => {
  const { merchantId } = await world.makeMerchant();
  const ids = await queue(
    merchantId,
    email({ subject: "First", html: "<p>Here it is.</p>" }),
    email({ channel: "sms", to: "+919876543210", subject: "Second", text: "123456 is your code" }),
  );
  assert.deepEqual(
    (await listMessages(ctx, merchantId)).map(({ status }) => status),
    ["pending", "pending"],
  );
  assert.ok((await ctx.db.sweep(findMerchantsWithDueMessages)).includes(merchantId));
  await deliverMessages(ctx, merchantId);
  assert.ok(!(await ctx.db.sweep(findMerchantsWithDueMessages)).includes(merchantId));
  const [second, first] = await listMessages(ctx, merchantId);
  assert.deepEqual([first!.messageId, second!.messageId], ids);
  assert.deepEqual(
    [first!.subject, first!.html, first!.status, first!.sentBy],
    ["First", "<p>Here it is.</p>", "sent", "sandbox"],
  );
  assert.deepEqual([second!.channel, second!.text], ["sms", "123456 is your code"]);
});

test("the inbox is filtered by address, whatever its capitals, and read in pages", async () => {
  const { merchantId } = await world.makeMerchant();
  await queue(merchantId, ...["a@example.com", "B@Example.com", "a@example.com"].map((to) => email({ to })));
  await deliverMessages(ctx, merchantId);
  assert.equal((await listMessages(ctx, merchantId, { to: "b@example.COM" })).length, 1);
  const [newest] = await listMessages(ctx, merchantId, { to: "A@example.com", limit: 1 });
  const older = await listMessages(ctx, merchantId, { to: "a@example.com", beforeId: newest!.messageId });
  assert.equal(older.length, 1);
  assert.ok(older[0]!.messageId < newest!.messageId);
});

test("a live merchant's message without a provider has failed on record, and its body is gone", async () => {
  const { merchantId } = await world.makeMerchant({ mode: "live" });
  await queue(merchantId, email(), email({ channel: "sms", to: "9876543210", text: "123456" }));
  await deliverMessages(ctx, merchantId);
  const listed = await listMessages(ctx, merchantId);
  assert.deepEqual(
    listed.map(({ status, reason, text }) => [status, reason, text]),
    [
      ["failed", "no_provider", ""],
      ["failed", "no_provider", ""],
    ],
  );
});

test("a message to what is no address has failed from the start, and the change it reports stands", async () => {
  const { merchantId } = await world.makeMerchant();
  const addresses = [
    "",
    "nobody",
    "a@example.com\r\nBcc: b@example.com",
    "x".repeat(1_000),
    "a\0@example.com",
  ];
  await queue(
    merchantId,
    ...addresses.map((to) => email({ to, subject: "One\r\nBcc: other@example.com", text: "a\0b" })),
    email({ channel: "sms", to: "12345" }),
  );
  await deliverMessages(ctx, merchantId);
  const listed = await listMessages(ctx, merchantId);
  assert.equal(listed.length, 6);
  for (const { status, reason, subject } of listed) {
    assert.deepEqual([status, reason], ["failed", "address_invalid"]);
    assert.doesNotMatch(subject, /[\r\n]/);
  }
});

test("a transaction that does not commit sends nothing", async () => {
  const { merchantId } = await world.makeMerchant();
  await assert.rejects(
    ctx.db.inMerchant(merchantId, async (tx) => {
      await queueMessages(tx, [email()]);
      throw new Error("changed my mind");
    }),
    /changed my mind/,
  );
  await deliverMessages(ctx, merchantId);
  assert.deepEqual(await listMessages(ctx, merchantId), []);
});

test("a merchant sees and delivers its own messages only", async () => {
  const [one, other] = await Promise.all([world.makeMerchant(), world.makeMerchant()]);
  await queue(one.merchantId, email());
  await deliverMessages(ctx, other.merchantId);
  assert.deepEqual(await listMessages(ctx, other.merchantId), []);
  assert.equal((await listMessages(ctx, one.merchantId))[0]!.status, "pending");
});

test("what has ended is removed after 30 days of the merchant's clock, what waits is not", async () => {
  const { merchantId } = await world.makeMerchant();
  await queue(merchantId, email());
  await deliverMessages(ctx, merchantId);
  const move = (ms: number) =>
    ctx.db.directory((tx) =>
      tx.execute(
        `insert into lib.merchant_clock (merchant_id, offset_ms) values ($1, $2)
         on conflict (merchant_id) do update set offset_ms = excluded.offset_ms`,
        [merchantId, ms],
      ),
    );
  await move(30 * 86_400_000 - 60_000);
  assert.ok(!(await ctx.db.sweep(findMerchantsWithDueMessages)).includes(merchantId));
  await deliverMessages(ctx, merchantId);
  assert.equal((await listMessages(ctx, merchantId)).length, 1);
  await move(30 * 86_400_000 + 60_000);
  await queue(merchantId, email({ subject: "New" }));
  assert.ok((await ctx.db.sweep(findMerchantsWithDueMessages)).includes(merchantId));
  await deliverMessages(ctx, merchantId);
  assert.deepEqual(
    (await listMessages(ctx, merchantId)).map(({ subject }) => subject),
    ["New"],
  );
});

test("the worker is woken by the commit", async () => {
  const { merchantId } = await world.makeMerchant();
  // With this interval only notifications wake the worker.
  const working = await messagesWorker.start(ctx, { everyMs: 2 ** 31 - 1 });
  while ((await listMessages(ctx, merchantId, { status: "sent" })).length === 0) {
    // One message is not enough: the first may come before the worker listens.
    await queue(merchantId, email());
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await working.stop();
});
