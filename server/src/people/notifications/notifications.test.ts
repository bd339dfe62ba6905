import assert from "node:assert/strict";
import { test } from "node:test";
import { changeMerchant, resetApiClient } from "#access";
import { checkHead, readHead, recordAudit } from "#audit";
import {
  findMerchantsToNotify,
  noteEvents,
  notifyPeople,
  setCategory,
  setRecipients,
  notificationsWorker,
} from "#notifications";
import { addEndpoint, disableEndpoint } from "#webhooks";
import { makeWorld } from "#test/world";
import { CATEGORY_LIST } from "./categories.ts";
import { collectNotices } from "./collect-notices.ts";
import { failure, mailsOf, makeReader, moveClock, publish } from "./test/make-reader.ts";

const world = await makeWorld();
const { ctx } = world;
const by = "system" as const;

test("a failure is announced to every recipient, in an e-mail of their own", async () => {
  const merchantId = await makeReader(world, "asha@example.com, ravi@example.com");
  await publish(ctx, merchantId, failure("Account is closed"), { type: "TRANSFER_SUCCESS" });
  assert.ok((await ctx.db.sweep(findMerchantsToNotify)).includes(merchantId));
  await notifyPeople(ctx, merchantId);
  assert.ok(!(await ctx.db.sweep(findMerchantsToNotify)).includes(merchantId));
  const mails = await mailsOf(ctx, merchantId);
  assert.deepEqual(
    mails.map(({ to }) => to),
    ["asha@example.com", "ravi@example.com"],
  );
  const [{ subject, text, html, purpose }] = mails as [(typeof mails)[0]];
  assert.match(subject, /^\[Sandbox\] 1 transfer failed: Merchant \d+$/);
  assert.match(text, /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \| Failed \| order-[0-9a-f]{4} \| Account is closed/);
  assert.match(html!, /<td[^>]*>Account is closed<\/td>/);
  assert.equal(purpose, "notification_transfer_failed");
});

test("an e-mail has the ends of the audit logs in one line, by which they are verified later", async () => {
  const merchantId = await makeReader(world);
  await ctx.db.inMerchant(merchantId, (tx) =>
    recordAudit(tx, [{ actor: "system", action: "tests.noted", subject: "test:1" }]),
  );
  await publish(ctx, merchantId, failure());
  await notifyPeople(ctx, merchantId);
  const { text } = (await mailsOf(ctx, merchantId))[0]!;
  const told = /^Keep this line: .* changed\. (.*)$/m.exec(text)![1]!;
  const heads = told.split(" ").map((line) => readHead(line)!);
  assert.ok(heads.some(({ owner }) => owner === merchantId));
  for (const head of heads) assert.equal(await checkHead(ctx, head), null);
});

test("10,000 failures are one e-mail with the count and the first ten", async () => {
  const merchantId = await makeReader(world);
  for (let set = 0; set < 10; set += 1) {
    await publish(ctx, merchantId, ...Array.from({ length: 1_000 }, () => failure()));
  }
  await notifyPeople(ctx, merchantId);
  await notifyPeople(ctx, merchantId);
  const mails = await mailsOf(ctx, merchantId);
  assert.equal(mails.length, 1);
  assert.match(mails[0]!.subject, /10,000 transfers failed/);
  assert.match(mails[0]!.text, /9990 more are not shown/);
  assert.equal(mails[0]!.text.match(/Failed \| order/g)!.length, 10);
});

test("a category is announced at most every five minutes, and then all that came meanwhile", async () => {
  const merchantId = await makeReader(world);
  await publish(ctx, merchantId, failure());
  await notifyPeople(ctx, merchantId);
  await publish(ctx, merchantId, failure(), failure());
  await notifyPeople(ctx, merchantId);
  await moveClock(ctx, merchantId, 4 * 60_000);
  await publish(ctx, merchantId, failure());
  await notifyPeople(ctx, merchantId);
  assert.equal((await mailsOf(ctx, merchantId)).length, 1);
  assert.ok(!(await ctx.db.sweep(findMerchantsToNotify)).includes(merchantId));
  await moveClock(ctx, merchantId, 60_000);
  assert.ok((await ctx.db.sweep(findMerchantsToNotify)).includes(merchantId));
  await notifyPeople(ctx, merchantId);
  const mails = await mailsOf(ctx, merchantId);
  assert.equal(mails.length, 2);
  assert.match(mails[1]!.subject, /3 transfers failed/);
});

test("one category does not delay another", async () => {
  const merchantId = await makeReader(world, "a@example.com", [
    "transfer_failed",
    "low_balance",
    "credit",
    "downtime",
  ]);
  await publish(
    ctx,
    merchantId,
    failure(),
    { type: "TRANSFER_REJECTED" },
    {
      type: "LOW_BALANCE_ALERT",
      data: { currentBalance: "12.50", alertTime: "" },
      beside: { fundSource: "Wallet (WALLET_1)" },
    },
    { type: "CREDIT_CONFIRMATION", data: { ledgerBalance: "512.50", amount: "500.00", utr: "UTR1" } },
    {
      type: "BENEFICIARY_INCIDENT",
      data: { id: "7", entityName: "Meghdoot Bank", mode: "IMPS", status: "ACTIVE", severity: "HIGH" },
    },
    { type: "TRANSFER_REVERSED" },
  );
  await notifyPeople(ctx, merchantId);
  const mails = await mailsOf(ctx, merchantId);
  const saying = (words: RegExp): boolean =>
    mails.some(({ subject, text }) => words.test(`${subject}\n${text}`));
  assert.equal(mails.length, 4);
  assert.ok(saying(/2 transfers failed/));
  assert.ok(saying(/Below the threshold \| Wallet \(WALLET_1\) \| balance ₹12\.50/));
  assert.ok(saying(/Credited \| UTR1 \| ₹500\.00, balance ₹512\.50/));
  assert.ok(saying(/Meghdoot Bank IMPS \| 7 \| ACTIVE, HIGH/));
});

test("each event that a category is made of is announced", async () => {
  const categories = CATEGORY_LIST.filter(({ events }) => events.length > 0);
  const merchantId = await makeReader(
    world,
    "a@example.com",
    categories.map(({ category }) => category),
  );
  const types = categories.flatMap(({ events }) => events);
  await publish(
    ctx,
    merchantId,
    ...types.map((type) => ({ type, data: { bankName: "Jugnu Payments Bank" } })),
  );
  await collectNotices(ctx, merchantId);
  const noticed = await world.look<{ type: string }>(
    "select event_type as type from notifications.notice where merchant_id = $1",
    [merchantId],
  );
  assert.deepEqual(noticed.map(({ type }) => type).toSorted(), types.toSorted());
  await notifyPeople(ctx, merchantId);
  const mails = await mailsOf(ctx, merchantId);
  assert.ok(mails.some(({ text }) => text.includes("Jugnu Payments Bank")));
});

test("what happened before there were recipients, or while the category was off, is not announced", async () => {
  const { merchantId } = await world.makeMerchant();
  const category = "transfer_failed";
  await publish(ctx, merchantId, failure("before"));
  await setRecipients(ctx, merchantId, { category, recipients: "a@example.com", by });
  await publish(ctx, merchantId, failure("waiting"));
  await setCategory(ctx, merchantId, { category, enabled: false, by });
  await publish(ctx, merchantId, failure("off"));
  await notifyPeople(ctx, merchantId);
  await setCategory(ctx, merchantId, { category, enabled: true, by });
  await publish(ctx, merchantId, failure("on"));
  await notifyPeople(ctx, merchantId);
  const mails = await mailsOf(ctx, merchantId);
  assert.equal(mails.length, 1);
  assert.match(mails[0]!.text, /\| on/);
  assert.doesNotMatch(mails[0]!.text, /before|waiting|off/);
});

test("new keys and disabled webhooks are announced from the audit records, other records are not", async () => {
  const merchantId = await makeReader(world, "a@example.com", ["api_keys", "webhook_disabled"]);
  await resetApiClient(ctx, merchantId);
  await changeMerchant(ctx, merchantId, { settings: { allowLoopbackWebhooks: true } });
  const url = "http://127.0.0.1:9/hooks";
  const { endpointId } = await addEndpoint(ctx, merchantId, { url, format: "standard" });
  await disableEndpoint(ctx, merchantId, { endpointId });
  await notifyPeople(ctx, merchantId);
  const mails = await mailsOf(ctx, merchantId);
  assert.equal(mails.length, 2);
  assert.match(mails[0]!.text, /API keys reset \| api-client:/);
  assert.ok(mails[1]!.text.includes(`Webhook endpoint disabled | webhook-endpoint:${endpointId} | merchant`));
  assert.ok(!(await ctx.db.sweep(findMerchantsToNotify)).includes(merchantId));
});

test("what another module notes is announced once, if there are recipients", async () => {
  const merchantId = await makeReader(world, "a@example.com", ["batch_result"]);
  const event = {
    category: "batch_result",
    sourceKey: "batch_1",
    what: "Completed",
    id: "May",
    detail: "3 paid",
  } as const;
  await ctx.db.inMerchant(merchantId, (tx) =>
    noteEvents(tx, [event, { ...event, category: "withdrawal", sourceKey: "withdrawal_1" }]),
  );
  await ctx.db.inMerchant(merchantId, (tx) => noteEvents(tx, [event]));
  await notifyPeople(ctx, merchantId);
  const mails = await mailsOf(ctx, merchantId);
  assert.equal(mails.length, 1);
  assert.match(mails[0]!.text, /Completed \| May \| 3 paid/);
  const kept = await world.look("select from notifications.notice where merchant_id = $1", [merchantId]);
  assert.equal(kept.length, 1);
});

test("a hostile reason is text in the e-mail and cannot become a header", async () => {
  const merchantId = await makeReader(world);
  await publish(
    ctx,
    merchantId,
    failure(`<script>alert(1)</script>\r\nBcc: other@example.com ${"x".repeat(5_000)}`),
  );
  await notifyPeople(ctx, merchantId);
  const [mail] = await mailsOf(ctx, merchantId);
  assert.doesNotMatch(mail!.html!, /<script>/);
  assert.doesNotMatch(mail!.text, /^Bcc/m);
  assert.ok(mail!.text.length < 2_000);
});

test("an event that cannot be rendered is announced without its fields", async () => {
  const merchantId = await makeReader(world, "a@example.com", ["flowgram"]);
  await publish(ctx, merchantId, { type: "CASHGRAM_EXPIRED", data: null });
  await notifyPeople(ctx, merchantId);
  assert.match((await mailsOf(ctx, merchantId))[0]!.text, /\| Expired \|/);
});

test("one merchant's failures are never announced to another's people", async () => {
  const [one, other] = await Promise.all([
    makeReader(world, "one@example.com"),
    makeReader(world, "other@example.com"),
  ]);
  await publish(ctx, one, failure());
  for (const merchantId of [one, other]) await notifyPeople(ctx, merchantId);
  assert.deepEqual(
    (await mailsOf(ctx, one)).map(({ to }) => to),
    ["one@example.com"],
  );
  assert.deepEqual(await mailsOf(ctx, other), []);
});

test("the worker finds events without being woken", async (t) => {
  const merchantId = await makeReader(world);
  const working = await notificationsWorker.start(ctx, { everyMs: 20 });
  t.after(() => working.stop());
  await publish(ctx, merchantId, failure());
  while ((await mailsOf(ctx, merchantId)).length === 0)
    await new Promise((resolve) => setTimeout(resolve, 10));
});
