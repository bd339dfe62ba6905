import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addRecipients,
  deleteRecipient,
  NotificationError,
  readNotificationSettings,
  setCategory,
  setRecipients,
} from "#notifications";
import { makeWorld } from "#test/world";

const world = await makeWorld();
const { ctx } = world;
const by = "api-key:vk_sandbox_1" as const;
const category = "transfer_failed";
const refusedAs = (code: Parameters<typeof NotificationError.is>[1]) => (error: unknown) =>
  NotificationError.is(error, code);
const addresses = (count: number, from = 1): string[] =>
  Array.from({ length: count }, (_, index) => `person${from + index}@example.com`);

async function settingOf(merchantId: string, of: string = category) {
  const { enabled, recipients } = (await readNotificationSettings(ctx, merchantId)).find(
    (setting) => setting.category === of,
  )!;
  return { enabled, recipients };
}

test("every category has its words; untouched it is on and has no recipients", async () => {
  const { merchantId } = await world.makeMerchant();
  const settings = await readNotificationSettings(ctx, merchantId);
  assert.deepEqual(
    settings.map((setting) => setting.category),
    [
      "transfer_failed",
      "transfer_reversed",
      "transfer_paid_late",
      "batch_result",
      "flowgram",
      "approval_waiting",
      "credit",
      "withdrawal",
      "low_balance",
      "downtime",
      "report_ready",
      "api_keys",
      "webhook_disabled",
    ],
  );
  for (const { enabled, recipients, name, description } of settings) {
    assert.deepEqual([enabled, recipients], [true, []]);
    assert.ok(name.length > 0 && description.length > 0);
  }
});

test("recipients are set, added and deleted, with commas between them and whatever their capitals", async () => {
  const { merchantId } = await world.makeMerchant();
  await setRecipients(ctx, merchantId, {
    category,
    recipients: " a@example.com, B@example.com ,,a@Example.COM,",
    by,
  });
  assert.deepEqual((await settingOf(merchantId)).recipients, ["a@example.com", "B@example.com"]);
  await addRecipients(ctx, merchantId, {
    categories: [category],
    recipients: ["c@example.com,b@example.com", "A@example.com"],
    by,
  });
  assert.deepEqual((await settingOf(merchantId)).recipients, [
    "a@example.com",
    "B@example.com",
    "c@example.com",
  ]);
  await deleteRecipient(ctx, merchantId, { category, recipient: " A@EXAMPLE.com", by });
  assert.deepEqual((await settingOf(merchantId)).recipients, ["B@example.com", "c@example.com"]);
  await assert.rejects(
    deleteRecipient(ctx, merchantId, { category, recipient: "a@example.com", by }),
    refusedAs("recipient_not_found"),
  );
  await setRecipients(ctx, merchantId, { category, recipients: "", by });
  assert.deepEqual((await settingOf(merchantId)).recipients, []);
});

test("ten recipients fit, the eleventh is refused with the limit and nothing changes", async () => {
  const { merchantId } = await world.makeMerchant();
  await setRecipients(ctx, merchantId, { category, recipients: addresses(9), by });
  await addRecipients(ctx, merchantId, {
    categories: [category],
    recipients: "person1@example.com, person10@example.com",
    by,
  });
  const before = await settingOf(merchantId);
  assert.equal(before.recipients.length, 10);
  const eleventh = addRecipients(ctx, merchantId, {
    categories: [category],
    recipients: "person11@example.com",
    by,
  });
  await assert.rejects(eleventh, (error) => {
    assert.ok(NotificationError.is(error, "recipients_too_many"));
    assert.match(error.message, /at most 10/);
    assert.equal(error.details.limit, 10);
    return true;
  });
  await assert.rejects(
    setRecipients(ctx, merchantId, { category, recipients: addresses(11).join(","), by }),
    refusedAs("recipients_too_many"),
  );
  assert.deepEqual(await settingOf(merchantId), before);
  // Another category has ten of its own.
  await setRecipients(ctx, merchantId, { category: "credit", recipients: addresses(10), by });
});

test("twenty people adding at once make ten recipients, and the table would not take more", async () => {
  const { merchantId } = await world.makeMerchant();
  const added = await Promise.allSettled(
    addresses(20).map((recipients) =>
      addRecipients(ctx, merchantId, { categories: [category], recipients, by }),
    ),
  );
  assert.equal(added.filter(({ status }) => status === "fulfilled").length, 10);
  assert.equal((await settingOf(merchantId)).recipients.length, 10);
  await assert.rejects(
    world.look("update notifications.category set recipients = $2 where merchant_id = $1", [
      merchantId,
      addresses(11),
    ]),
    { constraint: "at_most_ten_recipients" },
  );
});

test("what is no address or no category is refused by name", async () => {
  const { merchantId } = await world.makeMerchant();
  const set = (change: object) =>
    setRecipients(ctx, merchantId, { category, recipients: "a@example.com", by, ...change });
  for (const recipients of [
    "nobody",
    "a@example.com;b@example.com",
    "Asha <a@example.com>",
    "a@example.com\nBcc: b@c.in",
    "4111111111111111@example.com",
  ]) {
    await assert.rejects(set({ recipients }), refusedAs("recipient_invalid"));
  }
  await assert.rejects(set({ recipients: "a@example.com, oops" }), { details: { recipient: "oops" } });
  for (const unknown of ["transfers", "", "__proto__", "toString"]) {
    await assert.rejects(set({ category: unknown }), refusedAs("category_unknown"));
  }
  await assert.rejects(
    addRecipients(ctx, merchantId, { categories: [category], recipients: " , ", by }),
    refusedAs("recipients_missing"),
  );
  assert.deepEqual(await settingOf(merchantId), { enabled: true, recipients: [] });
});

test("a category is switched off and on; every change is on record, without whole addresses", async () => {
  const { merchantId } = await world.makeMerchant();
  await setRecipients(ctx, merchantId, { category, recipients: "asha.rao@example.com", by });
  await setCategory(ctx, merchantId, { category, enabled: false, by });
  assert.deepEqual(await settingOf(merchantId), { enabled: false, recipients: ["asha.rao@example.com"] });
  await setCategory(ctx, merchantId, { category, enabled: true, by });
  await addRecipients(ctx, merchantId, { categories: [category], recipients: "b@example.com", by });
  await deleteRecipient(ctx, merchantId, { category, recipient: "b@example.com", by });
  const records = await world.look<{ action: string; subject: string; detail: object }>(
    "select action, subject, detail from audit.record where merchant_id = $1 and actor = $2 order by seq",
    [merchantId, by],
  );
  assert.deepEqual(
    records.map(({ action }) => action),
    [
      "notifications.recipients_set",
      "notifications.category_disabled",
      "notifications.category_enabled",
      "notifications.recipients_added",
      "notifications.recipient_deleted",
    ],
  );
  assert.deepEqual(records[0]!.detail, { enabled: true, recipients: ["a***@example.com"] });
  assert.equal(records[0]!.subject, "notification-category:transfer_failed");
});

test("a merchant's settings are its own", async () => {
  const [one, other] = await Promise.all([world.makeMerchant(), world.makeMerchant()]);
  await setRecipients(ctx, one.merchantId, { category, recipients: "a@example.com", by });
  assert.deepEqual((await settingOf(other.merchantId)).recipients, []);
  const seen = await ctx.db.inMerchant(other.merchantId, (tx) =>
    tx.query("select from notifications.category where merchant_id = $1", [one.merchantId]),
  );
  assert.deepEqual(seen, []);
});
