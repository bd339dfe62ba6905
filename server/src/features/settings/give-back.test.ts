/** One member tightened what protects the money of a live merchant, and an Owner gives it back at once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { requestKeyScope, withdrawRequests } from "#approvals";
import { addRule, blockPayee, changeRule, undoBlock } from "#risk";
import type { Browser, Json } from "#test/dashboard";
import { openFourEyes } from "#test/four-eyes";
import { makeWorld } from "#test/world";
import { changeSettings, SETTINGS, type SettingName } from "./index.ts";

const world = await makeWorld();
const { ctx } = world;
const { makeOffice } = openFourEyes(world);

/** Each row goes from a tight value to a loose one. */
const STEPS: readonly (readonly [SettingName, tight: unknown, loose: unknown])[] = [
  ["accountOnce", true, false],
  ["checkPhoneName", true, false],
  ["queuingHours", 1, 96],
  ["stopAbove", "0.01", "10000.00"],
];

test("an Owner undoes at once what one member tightened of the risk rules, and nothing more", async () => {
  const { merchantId, browsers } = await makeOffice({ admin: "admin", owner: "owner" });
  const { admin, owner } = browsers as { admin: Browser; owner: Browser };
  const on = async (by: Browser, operation: string, input: object = {}) =>
    by.ask(operation, { merchantId, ...input });
  const refusal = async (by: Browser, operation: string, input: object) =>
    (await by.call(operation, { merchantId, ...input })).body.error?.code;
  const limit = { kind: "transfer_limit", effect: "block" };
  const strict = { limit: "1.00" };
  const { rule } = await on(admin, "addRule", { ...limit, parameters: { limit: "5000.00" } });
  const { ruleId } = rule;
  // The change is made to look old, because an Owner may not undo what has been so for more than a week.
  await world.look("update approvals.tightened set at = at - interval '8 days' where merchant_id = $1", [
    merchantId,
  ]);
  assert.equal(await refusal(owner, "undoRule", { ruleId }), "nothing_to_undo");
  const { rule: all } = await on(admin, "addRule", { ...limit, parameters: strict });
  for (const parameters of [{ limit: "4000.00" }, strict])
    await on(admin, "changeRule", { ruleId, parameters });
  const items = async (by: Browser) => (await on(by, "listRules")).items as Json[];
  assert.ok(
    (await items(admin)).every(({ undo }) => undo === null),
    "only an Owner is offered it",
  );
  assert.equal(await refusal(admin, "undoRule", { ruleId }), "nothing_to_undo");
  assert.deepEqual(
    (await items(owner)).map(({ undo }) => typeof undo.since),
    ["string", "string"],
  );
  assert.equal((await on(owner, "undoRule", { ruleId: all.ruleId })).rule, null, "what was added is gone");
  const back = await on(owner, "undoRule", { ruleId });
  assert.deepEqual(
    [back.rule.parameters, back.rule.active],
    [{ limit: "5000.00" }, true],
    "the steps of the week",
  );
  assert.equal(await refusal(owner, "undoRule", { ruleId }), "nothing_to_undo", "once");
  // An Owner cannot undo alone what the Owner tightened, or what two people tightened on top of it.
  await on(owner, "changeRule", { ruleId, parameters: { limit: "3000.00" } });
  assert.equal(await refusal(owner, "undoRule", { ruleId }), "nothing_to_undo");
  await on(admin, "changeRule", { ruleId, parameters: strict });
  assert.deepEqual((await on(owner, "undoRule", { ruleId })).rule.parameters, { limit: "3000.00" });
  const [told] = await world.look<{ count: string }>(
    `select count(*) from audit.record
     where merchant_id = $1 and action = 'approvals.tightening_undone' and subject = $2`,
    [merchantId, `member:${admin.memberId}`],
  );
  assert.equal(told!.count, "3");
});

test("an Owner gives a setting back at once as one member tightened it, and no more", async () => {
  const { merchantId, browsers } = await makeOffice({ admin: "admin", owner: "owner" });
  const { admin, owner } = browsers as { admin: Browser; owner: Browser };
  const by = "system" as const;
  const read = (setting: SettingName) =>
    ctx.db.inMerchant(merchantId, (tx) => SETTINGS[setting].read(tx) as Promise<unknown>);
  const change = (member: Browser, setting: SettingName, value: unknown) =>
    setting === "stopAbove"
      ? member.ask("setStopLimit", { merchantId, stopAbove: value })
      : member.ask("changePayoutSettings", { merchantId, [setting]: value });
  /** Returns what the pages offer a member to undo. */
  const offered = async (member: Browser) => {
    const { undo } = await member.ask("getPayoutSettings", { merchantId });
    const { stopAboveUndo } = await member.ask("getReconciliation", { merchantId });
    const all = [...undo, ...(stopAboveUndo ? [{ setting: "stopAbove", ...stopAboveUndo }] : [])] as Json[];
    return all.map(({ setting, before, people }) => [setting, before, people[0].memberId]);
  };
  for (const [setting, tight, loose] of STEPS) {
    await changeSettings(ctx, merchantId, { [setting]: loose, by } as never);
    await change(admin, setting, tight);
    await change(admin, setting, loose);
    assert.equal(await read(setting), tight, `${setting}: its own step waits like any other`);
    assert.deepEqual(await offered(admin), []);
    assert.deepEqual(await offered(owner), [[setting, String(loose), admin.memberId]]);
    await change(owner, setting, loose);
    assert.deepEqual(await offered(owner), []);
    assert.equal(await read(setting), loose, setting);
  }
  await changeSettings(ctx, merchantId, { waitingMinutes: 30, by });
  await change(admin, "waitingMinutes", 1_440);
  const { waits } = await change(owner, "waitingMinutes", 29);
  assert.deepEqual(
    [waits.at(-1).setting, await read("waitingMinutes")],
    ["waitingMinutes", 1_440],
    "beyond the state before",
  );
  await change(owner, "waitingMinutes", 60);
  assert.equal(await read("waitingMinutes"), 60);
});

test("an Owner switches off at once a rule on second factors that another member switched on", async () => {
  const { browsers } = await makeOffice({ admin: "admin", owner: "owner" });
  const { admin, owner } = browsers as { admin: Browser; owner: Browser };
  const set = async (by: Browser, forAll: boolean) =>
    (await by.ask("setSecondFactorPolicy", { forAll })).requestId;
  assert.equal(await set(admin, true), null);
  assert.equal(await set(owner, false), null, "what the Admin took is given back");
  assert.equal(await set(owner, true), null);
  assert.notEqual(await set(owner, false), null, "the Owner's own rule waits for another person");
});

test("trust that a member removed is given back, unless a rule has moved behind it meanwhile", async () => {
  const { merchantId, browsers } = await makeOffice({ admin: "admin", owner: "owner" });
  const { admin, owner } = browsers as { admin: Browser; owner: Browser };
  const by = "system" as const;
  const before = await addRule(ctx, merchantId, {
    kind: "duplicate",
    parameters: { periodMinutes: 60 },
    effect: "block",
    place: 1,
    by,
  });
  const trusted = { kind: "trusted_amount", parameters: { upToPaise: 100_00 }, effect: "allow", by };
  const trust = await addRule(ctx, merchantId, { ...trusted, place: 5 });
  const { ruleId } = trust;
  await admin.ask("removeRule", { merchantId, ruleId });
  const removed = async () => (await owner.ask("listRules", { merchantId })).removed as Json[];
  assert.deepEqual(
    (await removed()).map(({ rule }) => [rule.parameters, rule.place]),
    [[{ upTo: "100.00" }, 5]],
  );
  await changeRule(ctx, merchantId, { ruleId: before.ruleId, place: 9, by });
  const refused = await owner.call("undoRule", { merchantId, ruleId });
  assert.deepEqual([refused.status, refused.body.error.code], [409, "undo_passes_more"]);
  await changeRule(ctx, merchantId, { ruleId: before.ruleId, place: 1, by });
  const { rule } = await owner.ask("undoRule", { merchantId, ruleId });
  assert.deepEqual([rule.place, rule.version], [5, 2]);
  assert.deepEqual(await removed(), []);
});

test("rules that a member moved are given back in either order, and never past what the operator did", async () => {
  const { merchantId, browsers } = await makeOffice({ admin: "admin", owner: "owner" });
  const { admin, owner } = browsers as { admin: Browser; owner: Browser };
  const by = "system" as const;
  const trusted = { kind: "trusted_amount", parameters: { upToPaise: 100_00 }, effect: "allow", place: 5 };
  const blocking = { kind: "duplicate", parameters: { periodMinutes: 60 }, effect: "block", place: 7 };
  const trust = await addRule(ctx, merchantId, { ...trusted, by });
  const block = await addRule(ctx, merchantId, { ...blocking, by });
  const move = (ruleId: string, place: number) =>
    admin.ask("changeRule", { merchantId, ruleId, place }) as Promise<Json>;
  const narrow = (upTo: string) =>
    admin.ask("changeRule", { merchantId, ruleId: trust.ruleId, parameters: { upTo } });
  const undo = async (ruleId: string) => {
    const { status, body } = await owner.call("undoRule", { merchantId, ruleId });
    return status === 200 ? [body.rule.place, body.rule.parameters] : body.error.code;
  };
  const [ofTrust, ofBlock] = [
    [5, { upTo: "100.00" }],
    [7, { periodMinutes: 60 }],
  ];
  for (const first of [trust, block]) {
    await move(trust.ruleId, 9);
    await move(block.ruleId, 3);
    await narrow("10.00");
    await admin.ask("removeRule", { merchantId, ruleId: trust.ruleId });
    const second = first === trust ? block : trust;
    const given = [await undo(first.ruleId), await undo(second.ruleId)];
    assert.deepEqual(given, first === trust ? [ofTrust, ofBlock] : [ofBlock, ofTrust]);
  }
  // The trust is given back, taken once more and given back again before the other rule is.
  await move(trust.ruleId, 9);
  await move(block.ruleId, 3);
  assert.deepEqual(await undo(trust.ruleId), ofTrust);
  await move(trust.ruleId, 8);
  assert.deepEqual(await undo(trust.ruleId), ofTrust);
  assert.deepEqual(await undo(block.ruleId), ofBlock);
  // The operator's place of the rule stood behind no trust that was in force then.
  await changeRule(ctx, merchantId, { ruleId: block.ruleId, place: 4, by });
  await move(trust.ruleId, 9);
  await changeRule(ctx, merchantId, { ruleId: block.ruleId, place: 7, by });
  await move(block.ruleId, 3);
  assert.deepEqual(await undo(trust.ruleId), ofTrust);
  assert.equal(await undo(block.ruleId), "undo_passes_more");
});

test("what the operator says, and what an Owner gave back in part, is where giving back begins anew", async () => {
  const { merchantId, browsers } = await makeOffice({ admin: "admin", owner: "owner" });
  const { admin, owner } = browsers as { admin: Browser; owner: Browser };
  const set = (value: unknown, by: Browser | "system", setting: SettingName = "waitingMinutes") =>
    changeSettings(ctx, merchantId, {
      [setting]: value,
      by: by === "system" ? by : `member:${by.memberId}`,
    } as never);
  const waits = async (value: unknown, setting?: SettingName) => {
    const [asked] = await set(value, owner, setting);
    if (asked === undefined) return false;
    const request = { requestId: asked.requestId };
    await ctx.db.inMerchant(merchantId, (tx) =>
      withdrawRequests(tx, [{ request, by: "system", remarks: "" }]),
    );
    return true;
  };
  for (const [setting, tight, loose] of [...STEPS, ["ipAllowlist", "10.0.0.0/16", "10.0.0.0/8"]] as const) {
    await set(loose, "system", setting);
    await set(tight, admin, setting);
    await set(tight, "system", setting);
    assert.equal(await waits(loose, setting), true, `${setting}: the operator said the same`);
  }
  await set(30, "system");
  await set(60, admin);
  await set(30, owner);
  await set(60, "system");
  assert.equal(await waits(30), true, "the operator did what the Owner had given back");
  await set(120, admin);
  await set(240, admin);
  assert.equal(await waits(120), false);
  assert.equal(await waits(60), true, "the Owner gave back a part");
  await set(240, admin);
  assert.equal(await waits(120), false);
});

test("neither a block that the operator renewed nor keys that it narrowed are an Owner's to give back", async () => {
  const { merchantId, browsers } = await makeOffice({ admin: "admin", owner: "owner" });
  const by = (name: string) => `member:${browsers[name]!.memberId}` as const;
  const block = { payee: { kind: "bank", bankCode: "ICIC" }, because: "Fraud" } as const;
  const { blockId } = await blockPayee(ctx, merchantId, { ...block, by: by("admin") });
  await blockPayee(ctx, merchantId, { ...block, by: "system" });
  await assert.rejects(undoBlock(ctx, merchantId, { blockId, by: by("owner") }), { code: "nothing_to_undo" });
  const keys = (scope: "read" | "pay", who: string) =>
    requestKeyScope(ctx, merchantId, { scope, by: who === "system" ? who : by(who) });
  await keys("read", "admin");
  await keys("read", "admin");
  assert.equal(
    (await keys("pay", "owner")).requestId,
    null,
    "to save the same again takes nothing from the Owner",
  );
  await keys("read", "admin");
  await keys("read", "system");
  assert.equal(typeof (await keys("pay", "owner")).requestId, "string");
});

test("an Owner undoes a block at once, and a renewal only as far as the end of before", async () => {
  const { merchantId, browsers } = await makeOffice({ admin: "admin", owner: "owner" });
  const { admin, owner } = browsers as { admin: Browser; owner: Browser };
  const block = async (by: Browser, value: string, days?: number) =>
    by.ask("addBlockedPayee", {
      merchantId,
      payeeKind: "bank",
      value,
      because: "Fraud",
      ...(days === undefined ? {} : { expiresAt: new Date(Date.now() + days * 86_400_000).toISOString() }),
    });
  const listed = async () => (await owner.ask("listBlockedPayees", { merchantId })).items as Json[];
  await block(owner, "ICIC", 3);
  const until = (await listed())[0]!.expiresAt;
  const { blockId: renewed } = await block(admin, "ICIC");
  const { blockId } = await block(admin, "HDFC");
  assert.equal(
    (await admin.call("undoBlockedPayee", { merchantId, blockId })).body.error.code,
    "nothing_to_undo",
  );
  for (const one of [blockId, renewed]) await owner.ask("undoBlockedPayee", { merchantId, blockId: one });
  assert.deepEqual(
    (await listed()).map(({ shown, expiresAt, undo }) => [shown, expiresAt, undo]),
    [["ICIC", until, null]],
  );
  const again = await owner.call("undoBlockedPayee", { merchantId, blockId: renewed });
  assert.equal(again.body.error.code, "nothing_to_undo", "the Owner's own block waits for another person");
});

test("one member uses up neither the rules of all nor their blocks", async () => {
  const { merchantId, browsers } = await makeOffice({ admin: "admin", owner: "owner" });
  const { admin, owner } = browsers as { admin: Browser; owner: Browser };
  const rule = { merchantId, kind: "transfer_limit", parameters: { limit: "9000000.00" }, effect: "block" };
  for (let times = 0; times < 20; times += 1) await admin.ask("addRule", rule);
  assert.equal((await admin.call("addRule", rule)).body.error.code, "too_many_of_member");
  assert.ok((await owner.ask("addRule", rule)).rule);
  const block = (value: string) => ({ merchantId, payeeKind: "bank", value, because: "Fraud" });
  const nameOf = (nth: number) => `AB${String.fromCodePoint(65 + Math.floor(nth / 26), 65 + (nth % 26))}`;
  for (let nth = 0; nth < 50; nth += 1) await admin.ask("addBlockedPayee", block(nameOf(nth)));
  const refused = await admin.call("addBlockedPayee", block("ZZZZ"));
  assert.equal(refused.body.error.code, "too_many_of_member");
  assert.ok((await admin.ask("addBlockedPayee", block(nameOf(1)))).blockId, "a renewal is none more");
  assert.ok((await owner.ask("addBlockedPayee", block("ZZZZ"))).blockId);
  const told = await world.look<{ count: number }>(
    `select (detail ->> 'count')::integer as count
     from audit.record
     where merchant_id = $1 and action = 'risk.many_payees_blocked' and actor = $2
     order by seq`,
    [merchantId, `member:${admin.memberId}`],
  );
  assert.deepEqual(
    told.map(({ count }) => count),
    [20, 40],
    "Owners are told of every 20 blocks",
  );
});
