import assert from "node:assert/strict";
import { test } from "node:test";
import { AccessError } from "#access";
import { ApprovalError } from "#approvals";
import { verifyAuditChain } from "#audit";
import {
  addRule,
  changeRule,
  listRules,
  removeRule,
  requestRule,
  requestUnblocking,
  RiskError,
  type RuleToAdd,
  blockPayee,
  listBlocked,
} from "#risk";
import { makeApprovers } from "#test/make-approvers";
import { makeShieldWorld } from "./test/shield-world.ts";

const world = await makeShieldWorld();
const { ctx } = world;

const PER_DAY: Omit<RuleToAdd, "by"> = {
  kind: "daily_limit",
  parameters: { limitPaise: 500_00 },
  effect: "block",
};
const STOPPED = "account_limit_exceeded";

async function makeMerchant(approvers = 1) {
  const merchant = await world.makeShielded();
  const { merchantId } = merchant;
  const [organization] = await world.look<{ organizationId: string }>(
    `select organization_id as "organizationId" from access.merchant where merchant_id = $1`,
    [merchantId],
  );
  const office = await makeApprovers(world, { merchantId, ...organization! }, "limit");
  await office.require(approvers);
  return { ...merchant, ...office };
}

const limitsOf = async (merchantId: string): Promise<unknown[]> =>
  (await listRules(ctx, merchantId)).map(({ parameters, version }) => [parameters.limitPaise, version]);

test("without a policy a rule is added, changed and removed at once, by anyone who may manage limits", async () => {
  const { merchantId, as } = await makeMerchant(0);
  const by = as("asha");
  const refused = requestRule(ctx, merchantId, { action: "add", rule: PER_DAY, by: as("meera") });
  await assert.rejects(refused, (error) => AccessError.is(error, "not_permitted"));
  const added = await requestRule(ctx, merchantId, { action: "add", rule: PER_DAY, by });
  assert.ok(added.kind === "made" && added.rule !== null);
  const { ruleId } = added.rule;
  const change = { ruleId, parameters: { limitPaise: 900_00 } };
  await requestRule(ctx, merchantId, { action: "change", change, by });
  assert.deepEqual(await limitsOf(merchantId), [[900_00n, 2]]);
  assert.deepEqual(await requestRule(ctx, merchantId, { action: "remove", ruleId, by }), {
    kind: "made",
    rule: null,
  });
  assert.deepEqual(await listRules(ctx, merchantId), []);
});

test("with a policy a rule binds once others agree, and counts what was accepted until then", async () => {
  const merchant = await makeMerchant(1);
  const { merchantId, as } = merchant;
  const asked = await requestRule(ctx, merchantId, { action: "add", rule: PER_DAY, by: as("asha") });
  assert.ok(asked.kind === "pending");
  assert.deepEqual(await listRules(ctx, merchantId), []);
  assert.deepEqual(await merchant.order({ rupees: 400 }), ["accepted"]);
  assert.equal(await merchant.decide(asked.ruleId, "asha"), "own_request");
  assert.equal(await merchant.decide(asked.ruleId, "meera"), "not_permitted");
  assert.equal(await merchant.decide(asked.ruleId, "vikram"), "approved");
  assert.deepEqual(await limitsOf(merchantId), [[500_00n, 1]]);
  assert.deepEqual(await merchant.order({ rupees: 101 }), [STOPPED]);
  assert.deepEqual(await merchant.order({ rupees: 100 }), ["accepted"]);
  const [rule] = await listRules(ctx, merchantId);
  assert.equal(rule!.setBy, as("asha"));
  assert.equal(await verifyAuditChain(ctx, merchantId), null);
});

test("a rule that compares with the past knows what came while others were asked", async () => {
  const merchant = await makeMerchant(1);
  const rule = { kind: "duplicate", parameters: { periodMinutes: 60 }, effect: "block" };
  await merchant.order({ rupees: 10, payee: 1 });
  const asked = await requestRule(ctx, merchant.merchantId, { action: "add", rule, by: merchant.as("asha") });
  assert.ok(asked.kind === "pending");
  await merchant.order({ rupees: 20, payee: 2 });
  assert.equal(await merchant.decide(asked.ruleId, "vikram"), "approved");
  const repeats = await merchant.order({ rupees: 10, payee: 1 }, { rupees: 20, payee: 2 }, { rupees: 30 });
  assert.equal(repeats.filter((word) => word === "accepted").length, 1);
});

test("no one goes round the policy; the system, which asks no one, may", async () => {
  const { merchantId, as, require } = await makeMerchant(0);
  const { ruleId } = await addRule(ctx, merchantId, { ...PER_DAY, by: as("asha") });
  await require(1);
  const needed = (error: unknown): boolean => RiskError.is(error, "approval_needed");
  for (const by of [as("asha"), "api-key:test"] as const) {
    await assert.rejects(addRule(ctx, merchantId, { ...PER_DAY, by }), needed);
    await assert.rejects(changeRule(ctx, merchantId, { ruleId, active: false, by }), needed);
    await assert.rejects(removeRule(ctx, merchantId, { ruleId, by }), needed);
  }
  assert.deepEqual(await limitsOf(merchantId), [[500_00n, 1]]);
  await removeRule(ctx, merchantId, { ruleId, by: "system" });
});

test("a change and a removal wait; rejected ones change nothing, and one waits at a time", async () => {
  const merchant = await makeMerchant(0);
  const { merchantId, as, decide } = merchant;
  const { ruleId } = await addRule(ctx, merchantId, { ...PER_DAY, by: "system" });
  await merchant.require(1);
  const by = as("asha");
  const change = { ruleId, parameters: { limitPaise: 900_00 }, place: 7 };
  assert.equal((await requestRule(ctx, merchantId, { action: "change", change, by })).kind, "pending");
  const second = requestRule(ctx, merchantId, { action: "remove", ruleId, by });
  await assert.rejects(second, (error) => ApprovalError.is(error, "already_open"));
  assert.equal(await decide(ruleId, "vikram", "reject"), "rejected");
  assert.deepEqual(await limitsOf(merchantId), [[500_00n, 1]]);
  await requestRule(ctx, merchantId, { action: "change", change, by });
  assert.equal(await decide(ruleId, "vikram"), "approved");
  assert.deepEqual(await limitsOf(merchantId), [[900_00n, 2]]);
  assert.equal((await listRules(ctx, merchantId))[0]!.place, 7);
  await requestRule(ctx, merchantId, { action: "remove", ruleId, by });
  assert.deepEqual(await limitsOf(merchantId), [[900_00n, 2]]);
  assert.equal(await decide(ruleId, "vikram"), "approved");
  assert.deepEqual(await listRules(ctx, merchantId), []);
});

test("what was agreed to is a step from the rule as it was: after another change it has no effect", async () => {
  const { merchantId, as, decide, require } = await makeMerchant(0);
  const { ruleId } = await addRule(ctx, merchantId, { ...PER_DAY, by: "system" });
  await require(1);
  const change = { ruleId, parameters: { limitPaise: 900_00 } };
  await requestRule(ctx, merchantId, { action: "change", change, by: as("asha") });
  await changeRule(ctx, merchantId, { ruleId, parameters: { limitPaise: 1_00 }, by: "system" });
  assert.equal(await decide(ruleId, "vikram"), "approved");
  assert.deepEqual(await limitsOf(merchantId), [[1_00n, 2]]);
  const told = await world.look<{ detail: { because: string } }>(
    "select detail from audit.record where merchant_id = $1 and action = 'risk.rule_change_without_effect'",
    [merchantId],
  );
  assert.deepEqual(
    told.map(({ detail }) => detail.because),
    ["rule_changed"],
  );
});

test("trust that waits passes only the rules that its approvers saw", async () => {
  const { merchantId, as, decide, require } = await makeMerchant(0);
  const by = "system" as const;
  const trusted = { kind: "trusted_amount", parameters: { upToPaise: 100_00 }, effect: "allow" };
  const blocking = { kind: "duplicate", parameters: { periodMinutes: 60 }, effect: "block", by };
  const ahead = await addRule(ctx, merchantId, { ...blocking, place: 3 });
  const behind = await addRule(ctx, merchantId, { ...blocking, place: 7 });
  const off = await addRule(ctx, merchantId, { ...blocking, place: 8, active: false });
  await require(1);
  const isMadeAfter = async (meanwhile: () => Promise<unknown>, place?: number) => {
    const rule = place === undefined ? trusted : { ...trusted, place };
    const asked = await requestRule(ctx, merchantId, { action: "add", rule, by: as("asha") });
    assert.ok(asked.kind === "pending");
    await meanwhile();
    assert.equal(await decide(asked.ruleId, "vikram"), "approved");
    const made = (await listRules(ctx, merchantId)).some(({ ruleId }) => ruleId === asked.ruleId);
    if (made) await removeRule(ctx, merchantId, { ruleId: asked.ruleId, by });
    return made;
  };
  const change = (rule: { ruleId: string }, to: object) => () =>
    changeRule(ctx, merchantId, { ruleId: rule.ruleId, ...to, by });
  assert.equal(
    await isMadeAfter(change(ahead, { place: 9 }), 5),
    false,
    "the rule was moved behind the trust",
  );
  assert.equal(
    await isMadeAfter(change(ahead, { place: 4 }), 5),
    true,
    "the rule was moved before the trust",
  );
  const stricter = { parameters: { periodMinutes: 120 } };
  assert.equal(await isMadeAfter(change(behind, stricter), 5), false, "the rule became stricter");
  const milder = { parameters: { periodMinutes: 30 }, effect: "review" };
  assert.equal(await isMadeAfter(change(behind, milder), 5), true, "the rule became milder");
  assert.equal(await isMadeAfter(change(behind, { effect: "block" }), 5), false, "the rule blocks again");
  assert.equal(await isMadeAfter(change(off, { active: true }), 5), false, "the rule was switched on");
  const add = () => addRule(ctx, merchantId, { ...blocking, place: 20 });
  assert.equal(await isMadeAfter(add, 5), false, "the rule is new");
  assert.equal(await isMadeAfter(async () => {}, 5), true, "nothing was changed");
  assert.equal(await isMadeAfter(add), true, "the trust comes after all rules of that moment");
});

test("a milder rule that waits comes behind no trust that its approvers did not see", async () => {
  const { merchantId, as, decide, require } = await makeMerchant(0);
  const by = "system" as const;
  const { ruleId } = await addRule(ctx, merchantId, { ...PER_DAY, place: 5, by });
  const trusted = { kind: "trusted_amount", parameters: { upToPaise: 100_00 }, effect: "allow", by };
  await require(1);
  const limitAfter = async (limitPaise: number) => {
    const change = { ruleId, parameters: { limitPaise } };
    await requestRule(ctx, merchantId, { action: "change", change, by: as("asha") });
    const trust = await addRule(ctx, merchantId, { ...trusted, place: 1 });
    assert.equal(await decide(ruleId, "vikram"), "approved");
    await removeRule(ctx, merchantId, { ruleId: trust.ruleId, by });
    return (await limitsOf(merchantId))[0];
  };
  assert.deepEqual(await limitAfter(900_00), [500_00n, 1]);
  assert.deepEqual(await limitAfter(100_00), [100_00n, 2], "what tightens is made whatever is beside it");
});

test("the end of a block that was renewed has no effect; policies of the merchant ask about it too", async () => {
  const { merchantId, as, decide, require } = await makeMerchant(0);
  const payee = { kind: "bank", bankCode: "HDFC" } as const;
  const block = () => blockPayee(ctx, merchantId, { payee, because: "court order", by: as("asha") });
  const { blockId } = await block();
  const end = () => requestUnblocking(ctx, merchantId, { blockId, because: "lifted", by: as("asha") });
  await require(1);
  assert.ok((await end()).requestId !== null);
  await block();
  assert.equal(await decide(blockId, "vikram"), "approved");
  assert.equal((await listBlocked(ctx, merchantId)).length, 1);
  await end();
  assert.equal(await decide(blockId, "vikram"), "approved");
  assert.deepEqual(await listBlocked(ctx, merchantId), []);
  const again = await block();
  await require(0);
  const ended = { blockId: again.blockId, because: "lifted", by: as("vikram") };
  assert.equal((await requestUnblocking(ctx, merchantId, ended)).requestId, null);
  assert.equal(await verifyAuditChain(ctx, merchantId), null);
});
