/** One member tried to loosen, alone, a setting of a live merchant that protects its money. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createMerchant, disableMember } from "#access";
import { operations } from "#dashboard";
import { announceChanges } from "#entry";
import type { Browser, Json } from "#test/dashboard";
import { openFourEyes } from "#test/four-eyes";
import { makeWorld } from "#test/world";
import { changeSettings, SETTING_NAMES, SETTINGS, type SettingName, type Settings } from "./index.ts";

const world = await makeWorld();
const { ctx } = world;
const { dashboard, makeOffice, setFor, queueOf, approve } = openFourEyes(world);

/** Each row goes from a tight value to a loose one. */
const STEPS: readonly (readonly [SettingName, tight: unknown, loose: unknown])[] = [
  ["waitingMinutes", 60, 59],
  ["waitingMinutes", 1_440, 0],
  ["accountOnce", true, false],
  ["checkPhoneName", true, false],
  ["queuingHours", 0, 1],
  ["queuingHours", 96, 97],
  ["stopAbove", "0.00", "0.01"],
  ["stopAbove", "9999.99", "10000.00"],
  ["secondFactorForAll", true, false],
];

function change(by: Browser, merchantId: string, setting: SettingName, value: unknown) {
  if (setting === "secondFactorForAll") return by.ask("setSecondFactorPolicy", { forAll: value });
  if (setting === "stopAbove") return by.ask("setStopLimit", { merchantId, stopAbove: value });
  return by.ask("changePayoutSettings", { merchantId, [setting]: value });
}

const read = (merchantId: string, setting: SettingName): Promise<unknown> =>
  ctx.db.inMerchant(merchantId, async (tx) => (await SETTINGS[setting].read(tx)) ?? 0);

test("what loosens a setting that protects money waits for another person, what tightens it does not", async () => {
  const { merchantId, browsers } = await makeOffice({ admin: "admin", owner: "owner" });
  const { admin, owner } = browsers as { admin: Browser; owner: Browser };
  for (const [setting, tight, loose] of STEPS) {
    await changeSettings(ctx, merchantId, { [setting]: tight === 0 ? null : tight, by: "system" } as never);
    const name = `${setting} ${String(loose)}`;
    const asked = await change(admin, merchantId, setting, loose);
    assert.equal(await read(merchantId, setting), tight, name);
    const [request, ...more] = await queueOf(owner, merchantId, "limit");
    assert.deepEqual([request!.subjectId, more], [`setting:${setting}`, []], name);
    const said = [request!.proposal.before || "0", request!.proposal.after];
    assert.deepEqual(said, [String(tight), String(loose)], name);
    assert.equal((asked.waits?.[0] ?? asked).requestId, request!.requestId, name);
    assert.equal(await approve(admin, merchantId, "limit"), "own_request", name);
    assert.equal(await approve(owner, merchantId, "limit"), "approved", name);
    assert.equal(await read(merchantId, setting), loose, name);
    await change(admin, merchantId, setting, tight);
    assert.equal(await read(merchantId, setting), tight, `${name}: tightened at once`);
  }
  assert.deepEqual(await queueOf(owner, merchantId, "limit"), []);
});

test("all that the policies of any live merchant ask for ends the organization's rule on second factors", async () => {
  const people = { admin: "admin", owner: "owner", asha: "admin" } as const;
  const { merchant, merchantId, organizationId, browsers } = await makeOffice(people);
  const { admin, owner, asha } = browsers;
  const second = await createMerchant(ctx, { organizationId, name: "Second", mode: "live" });
  const levels = [{ approvers: 1, members: [owner!.memberId] }];
  await setFor({ ...merchant, ...second }, "limit", [{ name: "The Owner", levels }]);
  await admin!.ask("setSecondFactorPolicy", { forAll: true });
  await admin!.ask("setSecondFactorPolicy", { forAll: false });
  const [waiting] = await queueOf(owner!, merchantId, "limit");
  assert.equal(waiting!.policy, "Another person agrees, The Owner");
  assert.notEqual(await approve(asha!, merchantId, "limit"), "approved", "the Owner has to agree too");
  assert.equal(await read(merchantId, "secondFactorForAll"), true);
  assert.equal(await approve(owner!, merchantId, "limit"), "approved");
  assert.equal(await read(merchantId, "secondFactorForAll"), false);
});

test("a page that is saved asks only about what loosens; it is listed, and a second one waits its turn", async () => {
  const { merchantId, browsers, organizationId } = await makeOffice({ admin: "admin", owner: "owner" });
  const { admin, owner } = browsers as { admin: Browser; owner: Browser };
  const page = { payoutsEnabled: true, queuingHours: 0, checkPhoneName: false, accountOnce: true };
  const saved = await admin.ask("changePayoutSettings", { merchantId, ...page, waitingMinutes: 30 });
  assert.deepEqual([saved.checkPhoneName, saved.waitingMinutes], [true, 30]);
  const waits = (answer: Json) => answer.waits.map((one: Json) => [one.setting, one.after, one.aloneUntil]);
  assert.deepEqual(waits(saved), [["checkPhoneName", "false", null]]);
  assert.deepEqual(waits(await owner.ask("getPayoutSettings", { merchantId })), waits(saved));
  const again = await admin.call("changePayoutSettings", { merchantId, ...page, waitingMinutes: 60 });
  assert.deepEqual([again.status, again.body.error.code], [409, "already_open"]);
  assert.equal(await read(merchantId, "waitingMinutes"), 30, "all of it is saved, or nothing");
  await admin.ask("changePayoutSettings", { merchantId, waitingMinutes: 60 });
  const stop = await owner.ask("getReconciliation", { merchantId });
  await admin.ask("setStopLimit", { merchantId, stopAbove: "100000000.00" });
  const { stopAbove, stopAboveWaits } = await owner.ask("getReconciliation", { merchantId });
  assert.deepEqual([stopAbove, stopAboveWaits.after], [stop.stopAbove, "100000000.00"]);
  // The setting has changed since, or its maker may no longer change it, so the approved change has no effect.
  await changeSettings(ctx, merchantId, { stopAbove: "1.00", by: "system" });
  await disableMember(ctx, organizationId, { memberId: admin.memberId, by: "system" });
  for (let times = 0; times < 2; times += 1)
    assert.equal(await approve(owner, merchantId, "limit"), "approved");
  assert.deepEqual(
    [await read(merchantId, "stopAbove"), await read(merchantId, "checkPhoneName")],
    ["1.00", true],
  );
  const without = await world.look<{ because: string }>(
    `select detail ->> 'because' as because from audit.record
     where merchant_id = $1 and action = 'settings.change_without_effect' order by 1`,
    [merchantId],
  );
  assert.deepEqual(
    without.map(({ because }) => because),
    ["not_permitted", "setting_changed"],
  );
});

test("an only Owner waits a day and is told by e-mail; a sandbox waits for no one", async () => {
  const { merchantId, browsers } = await makeOffice({ owner: "owner" });
  const { waits } = await browsers.owner!.ask("changePayoutSettings", { merchantId, accountOnce: false });
  assert.ok(new Date(waits[0].aloneUntil).getTime() > Date.now() + 23 * 3_600_000);
  await change(browsers.owner!, merchantId, "stopAbove", "20000.00");
  const rule = { kind: "trusted_amount", parameters: { upTo: "1.00" }, effect: "allow" };
  await browsers.owner!.ask("addRule", { merchantId, ...rule });
  await announceChanges(ctx, merchantId);
  const sent = await world.look<{ text: string }>(
    "select body_text as text from messages.message where merchant_id = $1 and purpose = 'security_notice'",
    [merchantId],
  );
  const told = sent.map(({ text }) => text.replaceAll(/\s+/g, " ")).join();
  const requests = told.match(/no other member can approve: looser rules/g);
  assert.equal(requests?.length, 3, "two settings and a risk rule");
  const practice = await world.makeMerchant();
  const by = await dashboard.logIn(practice.organizationId, "owner");
  const saved = await by.ask("changePayoutSettings", { merchantId: practice.merchantId, accountOnce: false });
  assert.deepEqual([saved.accountOnce, saved.waits], [false, []]);
});

/**
 * Columns that hold settings, each with its setting or with the reason why it protects no money or no member sets it.
 */
const COLUMNS: Readonly<Record<string, SettingName | { readonly because: string }>> = {
  "beneficiaries.setting.account_once": "accountOnce",
  "beneficiaries.setting.waiting_minutes": "waitingMinutes",
  "beneficiaries.setting.verification_fee_paise": { because: "the operator's alone" },
  "phone.setting.check_name": "checkPhoneName",
  "reconciliation.setting.stop_above_paise": "stopAbove",
  "transfers.counter.queue_seconds": "queuingHours",
  "transfers.counter.last_reference_id": { because: "counts, and is no setting" },
  "transfers.counter.facts_version": { because: "counts, and is no setting" },
  "access.organization.second_factor_for_all": "secondFactorForAll",
  "access.organization.name": { because: "a name" },
  "access.organization.business_type": { because: "what it trades in" },
  "access.organization.passwords_closed": { because: "a part of the provider, which waits by itself" },
  "access.organization.passwords_closed_for_live": {
    because: "a part of the provider, which waits by itself",
  },
  "access.organization.emergency_member_id": { because: "a part of the provider, which waits by itself" },
  "access.organization.ends_at": { because: "when a try-out ends, and no member's" },
  "access.api_client.ip_allowlist": "ipAllowlist",
  "access.merchant.payouts_enabled": "payoutsEnabled",
  "access.merchant.payouts_stopped_by": { because: "a note beside payouts_enabled" },
  "access.merchant.name": { because: "a name" },
  "access.merchant.home": { because: "where its rows are, and the operator's alone" },
  "access.merchant.mode": { because: "never changes" },
  "access.merchant.sync_wait_ms": { because: "how long an answer takes, and the operator's alone" },
  "access.merchant.apis_enabled": { because: "the operator's alone" },
  "access.merchant.allow_loopback_webhooks": { because: "the operator's alone" },
  "access.merchant.token_requestor_id": { because: "the operator's alone" },
};

test("each column that keeps a setting says which setting it is, or why it protects no money", async () => {
  const found = await world.look<{ name: string }>(
    `select concat_ws('.', table_schema, table_name, column_name) as name from information_schema.columns
     where (table_name = 'setting' or concat_ws('.', table_schema, table_name)
         in ('transfers.counter', 'access.merchant', 'access.organization')
       or concat_ws('.', table_schema, table_name, column_name) = 'access.api_client.ip_allowlist')
       and column_name not in ('merchant_id', 'organization_id', 'created_at')
     order by 1`,
  );
  assert.deepEqual(
    found.map(({ name }) => name),
    Object.keys(COLUMNS).toSorted(),
  );
  const kept = Object.values(COLUMNS).filter((one) => typeof one === "string");
  assert.deepEqual(kept.toSorted(), SETTING_NAMES.toSorted());
});

/** Operations that change settings, and those that change something else with the same permission. */
const CHANGES_SETTINGS = ["changePayoutSettings", "setStopLimit", "setSecondFactorPolicy"];
const CHANGES_OTHERS: Readonly<Record<string, readonly string[]>> = {
  "payments and credits, which wait by themselves": [
    "resolveBreak",
    "matchBreak",
    "undoBreak",
    "assignBreak",
  ],
  "what is told, and to whom": [
    ...["setNotificationCategory", "addNotificationRecipients", "setNotificationRecipients"],
    ...["deleteNotificationRecipient", "setThreshold"],
  ],
  "a way of paying, and whose agreement the operator makes": ["enrolInLending"],
  "which bank pays, and nothing about whether": ["setRoutingPolicy", "tryRoutingPolicy"],
};

test("each operation that may change settings has only fields that the table knows", () => {
  const changing = operations.filter(
    ({ method, permission }) => method !== "GET" && permission === "manage_settings",
  );
  const names = changing.map(({ name }) => name);
  const known = [...CHANGES_SETTINGS.slice(0, 2), ...Object.values(CHANGES_OTHERS).flat()];
  assert.deepEqual(names.toSorted(), known.toSorted());
  for (const { name, body } of operations.filter(({ name }) => CHANGES_SETTINGS.includes(name))) {
    const fields = Object.keys(body ?? {}).map((field) =>
      field === "forAll" ? "secondFactorForAll" : field,
    );
    for (const field of fields) assert.ok(field in SETTINGS, `${name} has the unknown setting ${field}`);
    assert.ok(fields.length > 0);
  }
});

test("the table says of each setting which direction loosens it, and never both", () => {
  const pairs: { readonly [Name in SettingName]: readonly [Settings[Name], Settings[Name]] } = {
    payoutsEnabled: [false, true],
    queuingHours: [null, 240],
    checkPhoneName: [true, false],
    accountOnce: [true, false],
    waitingMinutes: [1, 0],
    stopAbove: ["9.00", "10.00"],
    secondFactorForAll: [true, false],
    ipAllowlist: ["203.0.113.7/32", "203.0.113.0/24"],
  };
  for (const name of SETTING_NAMES) {
    const { loosens } = SETTINGS[name] as { loosens: (before: unknown, after: unknown) => boolean };
    const [tight, loose] = pairs[name];
    assert.deepEqual(
      [loosens(tight, loose), loosens(loose, tight), loosens(tight, tight)],
      [true, false, false],
      name,
    );
  }
});
