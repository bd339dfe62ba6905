import assert from "node:assert/strict";
import { test } from "node:test";
import { changeMerchant } from "#access";
import { alertLowBalances } from "#fund-sources";
import { makeApprovers } from "#test/make-approvers";
import { makeDashboard, type Json } from "#test/dashboard";
import { makeWorld } from "#test/world";

const world = await makeWorld();
const { ctx } = world;
const dashboard = makeDashboard(world);

test("a threshold is set with its toggle, and is announced once the balance is below it", async () => {
  const { organizationId, merchantId, fundSourceId } = await world.makeMerchant({ balancePaise: 500_00n });
  const admin = await dashboard.logIn(organizationId, "admin");
  await admin.ask("setThreshold", { merchantId, fundSourceId, minimumBalance: "1000.50", notify: true });
  const [wallet] = (await admin.ask("getThresholds", { merchantId })).items;
  assert.deepEqual(
    [wallet.fundSourceId, wallet.available, wallet.minimumBalance, wallet.notify, wallet.isBelow],
    [fundSourceId, "500.00", "1000.50", true, true],
  );
  assert.equal(await alertLowBalances(ctx, merchantId), 1);
  for (const minimumBalance of ["-1", "1.005", "many"]) {
    const input = { merchantId, fundSourceId, minimumBalance, notify: true };
    const { status, body } = await admin.call("setThreshold", input);
    assert.deepEqual([status, body.error.fields[0].field], [422, "minimumBalance"]);
  }
  const unknown = await admin.call("setThreshold", {
    ...{ merchantId, fundSourceId: "WALLET_9", minimumBalance: "1.00", notify: false },
  });
  assert.deepEqual([unknown.status, unknown.body.error.code], [404, "not_found"]);
});

test("recipients are added by commas, ten at most, deleted one by one, and the toggle keeps them", async () => {
  const { organizationId, merchantId } = await world.makeMerchant();
  const admin = await dashboard.logIn(organizationId, "admin");
  const of = { merchantId, category: "low_balance" };
  const both = { merchantId, categories: ["low_balance", "credit"] };
  const some = await admin.ask("addNotificationRecipients", {
    ...both,
    recipients: "a@example.com, b@example.com",
  });
  const added = { enabled: true, recipients: ["a@example.com", "b@example.com"] };
  assert.deepEqual(some.items, [added, added]);
  await admin.ask("setNotificationRecipients", { ...of, category: "credit", recipients: "" });
  const eleven = Array.from({ length: 9 }, (_, index) => `c${index}@example.com`).join(",");
  const full = await admin.call("addNotificationRecipients", { ...both, recipients: eleven });
  assert.deepEqual([full.status, full.body.error.code], [422, "recipients_too_many"]);
  assert.match(full.body.error.message, /at most 10 addresses; that would be 11/);
  const wrong = await admin.call("addNotificationRecipients", { ...both, recipients: "a@example.com, b@" });
  assert.match(wrong.body.error.message, /^b@ is not/);
  await admin.ask("setNotificationCategory", { ...of, enabled: false });
  await admin.ask("deleteNotificationRecipient", { ...of, recipient: "A@example.com" });
  const { items } = await admin.ask("getNotifications", { merchantId });
  const find = (name: string) => items.find(({ category }: { category: string }) => category === name);
  const found = find("low_balance");
  assert.deepEqual([found.enabled, found.recipients], [false, ["b@example.com"]]);
  assert.deepEqual(find("credit").recipients, [], "what does not fit into one category is added to none");
  assert.deepEqual((await admin.ask("setNotificationRecipients", { ...of, recipients: "" })).recipients, []);
});

test("live payouts that a member stopped are started by an Owner at once, by others with a second person", async () => {
  const { organizationId, merchantId } = await world.makeMerchant({ mode: "live" });
  const [admin, owner] = [
    await dashboard.logIn(organizationId, "admin"),
    await dashboard.logIn(organizationId, "owner"),
  ];
  await admin.ask("changePayoutSettings", { merchantId, payoutsEnabled: false });
  const asked = await admin.ask("changePayoutSettings", { merchantId, payoutsEnabled: true });
  assert.deepEqual([asked.payoutsEnabled, asked.waits.length], [false, 1]);
  await admin.ask("withdrawRequest", { merchantId, requestId: asked.waits[0].requestId });
  const started = await owner.ask("changePayoutSettings", { merchantId, payoutsEnabled: true });
  assert.equal(started.payoutsEnabled, true);
});

test("live payouts that the operator stopped are started only by the operator", async () => {
  const { organizationId, merchantId } = await world.makeMerchant({ mode: "live" });
  const owner = await dashboard.logIn(organizationId, "owner");
  await owner.ask("changePayoutSettings", { merchantId, payoutsEnabled: false });
  await changeMerchant(world.ctx, merchantId, { settings: { payoutsEnabled: false } });
  await owner.ask("changePayoutSettings", { merchantId, payoutsEnabled: false });
  const { status, body } = await owner.call("changePayoutSettings", {
    merchantId,
    payoutsEnabled: true,
    waitingMinutes: 30,
  });
  assert.deepEqual([status, body.error.code], [403, "operator_only"]);
  const admin = owner;
  const { payoutsEnabled, waitingMinutes } = await admin.ask("getPayoutSettings", { merchantId });
  assert.deepEqual([payoutsEnabled, waitingMinutes === 30], [false, false]);
});

test("what holds for all payouts is read and changed", async () => {
  const { organizationId, merchantId } = await world.makeMerchant();
  const admin = await dashboard.logIn(organizationId, "admin");
  const before = await admin.ask("getPayoutSettings", { merchantId });
  const changed = await admin.ask("changePayoutSettings", {
    ...{ merchantId, payoutsEnabled: false, queuingHours: 96, checkPhoneName: false, waitingMinutes: 30 },
  });
  assert.deepEqual(changed, {
    ...before,
    ...{ payoutsEnabled: false, queuingHours: 96, checkPhoneName: false, waitingMinutes: 30 },
  });
  const [written] = await world.look<{ commits: string }>(
    "select count(distinct xmin::text) as commits from audit.record where merchant_id = $1 and actor like 'member:%'",
    [merchantId],
  );
  assert.equal(written!.commits, "1", "all of it is saved, or nothing");
  const recorded = async (filter: object) =>
    (await admin.ask("listAuditRecords", { merchantId, ...filter })).items.map(
      (one: { action: string }) => one.action,
    );
  const changes = ["phone.settings_changed", "beneficiaries.settings_changed"];
  assert.deepEqual(await recorded({ actions: ["beneficiaries.", "phone."] }), changes);
  assert.deepEqual(await recorded({ actions: ["phone."], actors: ["system"] }), []);
  assert.deepEqual(await recorded({ actions: ["phone."], to: new Date(0).toISOString() }), []);
  assert.equal((await admin.ask("changePayoutSettings", { merchantId, queuingHours: 0 })).queuingHours, null);
  const late = await admin.call("changePayoutSettings", { merchantId, queuingHours: 241 });
  assert.deepEqual([late.status, late.body.error.fields[0].field], [422, "queuingHours"]);
});

test("a rule is tried, added, switched off and removed; a wrong parameter is named", async () => {
  const { organizationId, merchantId } = await world.makeMerchant();
  const admin = await dashboard.logIn(organizationId, "admin");
  const rule = { merchantId, kind: "transfer_limit", parameters: { limit: "5000.00" }, effect: "block" };
  const range = {
    from: new Date(Date.now() - 86_400_000).toISOString(),
    to: new Date(Date.now() + 60_000).toISOString(),
  };
  const trial = await admin.ask("tryRule", { ...rule, ...range });
  assert.deepEqual(trial.judged, { count: 0, amount: "0.00" });
  const { rule: made, requestId } = await admin.ask("addRule", rule);
  assert.deepEqual([made.parameters, made.active, requestId], [{ limit: "5000.00" }, true, null]);
  const { ruleId } = made;
  const off = await admin.ask("changeRule", { merchantId, ruleId, active: false });
  assert.deepEqual([off.rule.version, off.rule.active], [2, false]);
  const named = await admin.call("addRule", { ...rule, kind: "velocity", parameters: { transfers: 3 } });
  assert.deepEqual([named.status, named.body.error.code], [422, "parameters_invalid"]);
  assert.match(named.body.error.message, /^periodMinutes is not valid for velocity: .* 1 to 1440/);
  assert.equal((await admin.ask("removeRule", { merchantId, ruleId })).rule, null);
  assert.deepEqual((await admin.ask("listRules", { merchantId })).items, []);
});

test("what waits of rules and blocks is listed until it is decided, and the approver compares it", async () => {
  const merchant = await world.makeMerchant();
  const { merchantId } = merchant;
  const approvers = await makeApprovers(world, merchant, "limit");
  const asha = await dashboard.logInAs(approvers.people.asha);
  const vikram = await dashboard.logInAs(approvers.people.vikram);
  const limit = { kind: "daily_limit", parameters: { limit: "100000.00" }, effect: "block" };
  const { rule: daily } = await asha.ask("addRule", { merchantId, ...limit });
  const scoped = { scope: "fund_source", scopeId: merchant.fundSourceId };
  const { rule: ofOne } = await asha.ask("addRule", { merchantId, ...limit, ...scoped });
  const payee = { payeeKind: "vpa", value: "fraud@upi", because: "a complaint" };
  const { blockId } = await asha.ask("addBlockedPayee", { merchantId, ...payee });
  await approvers.require(1);
  const trust = { kind: "trusted_amount", parameters: { upTo: "100.00" }, effect: "allow" };
  const asked = [
    await asha.ask("changeRule", {
      ...{ merchantId, ruleId: daily.ruleId, parameters: { limit: "12500000.50" }, place: 9 },
    }),
    await asha.ask("removeRule", { merchantId, ruleId: ofOne.ruleId }),
    await asha.ask("addRule", { merchantId, ...trust }),
    await asha.ask("endBlockedPayee", { merchantId, blockId, because: "settled" }),
  ].map(({ requestId }) => requestId as string);
  const waiting = async () => {
    const { items, additions } = await vikram.ask("listRules", { merchantId });
    const { items: blocks } = await vikram.ask("listBlockedPayees", { merchantId });
    return [...items.map(({ waits }: Json) => waits), ...additions, blocks[0]?.waits ?? null];
  };
  assert.deepEqual(
    (await waiting()).map((one: Json) => [
      one?.requestId,
      one?.askedBy.name,
      one?.action ?? one?.rule?.parameters,
    ]),
    [
      [asked[0], "asha", "change"],
      [asked[1], "asha", "remove"],
      [asked[2], "asha", { upTo: "100.00" }],
      [asked[3], "asha", undefined],
    ],
  );
  const compare = async (requestId: string): Promise<Json> =>
    (await vikram.ask("getApproval", { merchantId, requestId })).rule;
  const { action, before, after } = await compare(asked[0]!);
  assert.deepEqual(
    [action, before.parameters.limit, after.parameters.limit, before.place, after.place, after.scopeName],
    ["change", "100000.00", "12500000.50", 1, 9, null],
  );
  const removal = await compare(asked[1]!);
  assert.deepEqual([removal.before.scopeName, removal.after], ["Wallet", null]);
  assert.equal((await compare(asked[2]!)).before, null);
  assert.equal(await compare(asked[3]!), null);
  assert.equal(await approvers.decide(daily.ruleId, "vikram"), "approved");
  const withdraw = async (by: typeof asha, requestId: string): Promise<unknown> =>
    (await by.call("withdrawRequest", { merchantId, requestId })).body.error?.code;
  assert.equal(await withdraw(vikram, asked[1]!), "not_the_maker");
  assert.equal(await withdraw(asha, asked[0]!), "already_ended");
  for (const requestId of [asked[1]!, asked[3]!]) assert.equal(await withdraw(asha, requestId), undefined);
  assert.equal((await asha.ask("getApproval", { merchantId, requestId: asked[1]! })).status, "withdrawn");
  const [addition] = (await asha.ask("listRules", { merchantId })).additions;
  const [{ subjectId }] = (await asha.ask("listApprovals", { merchantId })).items;
  assert.equal(addition.requestId, asked[2]);
  await approvers.decide(subjectId, "vikram", "reject");
  assert.deepEqual(await waiting(), [null, null, null], "made, withdrawn or refused: nothing waits any more");
});

test("a payee is blocked, tried, listed masked and unblocked", async () => {
  const { organizationId, merchantId } = await world.makeMerchant();
  const admin = await dashboard.logIn(organizationId, "admin");
  const payee = { merchantId, payeeKind: "account", value: "026291800001191", ifsc: "YESB0000262" };
  const range = {
    from: new Date(Date.now() - 86_400_000).toISOString(),
    to: new Date(Date.now() + 60_000).toISOString(),
  };
  assert.equal((await admin.ask("tryBlock", { ...payee, ...range })).stopped.count, 0);
  const { blockId } = await admin.ask("addBlockedPayee", { ...payee, because: "a complaint" });
  const { items } = await admin.ask("listBlockedPayees", { merchantId });
  assert.deepEqual([items[0].blockId, items[0].shown], [blockId, "…1191 YESB0000262"]);
  const wrong = await admin.call("addBlockedPayee", { ...payee, ifsc: "X", because: "a complaint" });
  assert.equal(wrong.body.error.code, "payee_invalid");
  const unknown = { merchantId, payeeKind: "beneficiary", value: "none", because: "a complaint" };
  assert.equal((await admin.call("addBlockedPayee", unknown)).body.error.code, "beneficiary_unknown");
  await admin.ask("endBlockedPayee", { merchantId, blockId, because: "it was settled" });
  assert.deepEqual((await admin.ask("listBlockedPayees", { merchantId })).items, []);
});

test("an only Owner of a live merchant waits a day to unblock a payee", async () => {
  const { organizationId, merchantId } = await world.makeMerchant({ mode: "live" });
  const owner = await dashboard.logIn(organizationId, "owner");
  const payee = { merchantId, payeeKind: "bank", value: "HDFC", because: "a complaint" };
  const { blockId } = await owner.ask("addBlockedPayee", payee);
  const { aloneUntil } = await owner.ask("endBlockedPayee", { merchantId, blockId, because: "settled" });
  assert.ok(new Date(aloneUntil).getTime() > Date.now() + 23 * 3_600_000);
});
