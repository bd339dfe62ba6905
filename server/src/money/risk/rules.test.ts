import assert from "node:assert/strict";
import { test } from "node:test";
import { verifyAuditChain } from "#audit";
import { newId } from "#lib/ids";
import {
  addRule,
  changeRule,
  listRules,
  readRuleHistory,
  removeRule,
  RiskError,
  RULES_MAX,
  setModes,
  type RuleToAdd,
} from "#risk";
import { makeShieldWorld } from "./test/shield-world.ts";

const world = await makeShieldWorld();
const { ctx } = world;
const by = "member:asha" as const;

const perDay: RuleToAdd = {
  kind: "daily_limit",
  parameters: { limitPaise: 500_00 },
  effect: "block",
  by,
};

interface AuditRow {
  action: string;
  actor: string;
  detail: Record<string, unknown>;
}

const auditOf = (merchantId: string) =>
  world.look<AuditRow>(
    "select action, actor, detail from audit.record where merchant_id = $1 and action like 'risk.%' order by seq",
    [merchantId],
  );

test("a rule is added, changed and removed; every version stays, and the audit tells who did it", async () => {
  const { merchantId } = await world.makeMerchant();
  const { ruleId } = await addRule(ctx, merchantId, perDay);
  const changed = await changeRule(ctx, merchantId, {
    ruleId,
    parameters: { limitPaise: "60000" },
    effect: "review",
    active: false,
    by: "member:ravi",
  });
  assert.deepEqual(
    [changed.version, changed.parameters, changed.effect, changed.active],
    [2, { limitPaise: 600_00n }, "review", false],
  );
  await removeRule(ctx, merchantId, { ruleId, by });
  assert.deepEqual(await listRules(ctx, merchantId), []);
  const history = await readRuleHistory(ctx, merchantId, ruleId);
  assert.deepEqual(
    history.map(({ version, parameters, setBy, endedAt }) => [version, parameters, setBy, endedAt !== null]),
    [
      [2, { limitPaise: 600_00n }, "member:ravi", true],
      [1, { limitPaise: 500_00n }, by, true],
    ],
  );
  const audit = await auditOf(merchantId);
  assert.deepEqual(
    audit.map(({ action, actor }) => [action, actor]),
    [
      ["risk.rule_added", by],
      ["risk.rule_changed", "member:ravi"],
      ["risk.rule_removed", by],
    ],
  );
  assert.deepEqual(audit[1]?.detail.parameters, { limitPaise: 600_00 });
  assert.equal(await verifyAuditChain(ctx, merchantId), null);
});

test("rules stand in their places, a new one last", async () => {
  const { merchantId } = await world.makeMerchant();
  for (const place of [5, 1, undefined, 3])
    await addRule(ctx, merchantId, { ...perDay, ...(place === undefined ? {} : { place }) });
  assert.deepEqual(
    (await listRules(ctx, merchantId)).map(({ place }) => place),
    [1, 3, 5, 6],
  );
});

test("a changed rule binds the next order, and an inactive one none", async () => {
  const merchant = await world.makeShielded();
  const { merchantId } = merchant;
  const { ruleId } = await addRule(ctx, merchantId, perDay);
  assert.deepEqual(await merchant.order({ rupees: 501 }), ["account_limit_exceeded"]);
  await changeRule(ctx, merchantId, { ruleId, active: false, by });
  assert.deepEqual(await merchant.order({ rupees: 501 }), ["accepted"]);
  await changeRule(ctx, merchantId, { ruleId, active: true, parameters: { limitPaise: 600_00 }, by });
  assert.deepEqual(
    await merchant.order({ rupees: 100 }, { rupees: 99 }),
    ["account_limit_exceeded", "accepted"],
    "what was accepted while it was inactive counts",
  );
  await changeRule(ctx, merchantId, { ruleId, scope: "beneficiary", by });
  assert.deepEqual(await merchant.order({ rupees: 1 }, { rupees: 600, payee: 2 }), [
    "beneficiary_limit_exceeded",
    "accepted",
  ]);
});

test("a rule that makes no sense is refused by name", async () => {
  const { merchantId } = await world.makeMerchant();
  const refused: [string, Partial<RuleToAdd>][] = [
    ["kind_unknown", { kind: "astrology" }],
    ["parameters_invalid", { parameters: {} }],
    ["parameters_invalid", { parameters: { limitPaise: -1 } }],
    ["parameters_invalid", { parameters: { limitPaise: 1.5 } }],
    ["parameters_invalid", { parameters: { limitPaise: 1, mood: "good" } }],
    ["parameters_invalid", { kind: "velocity", parameters: { transfers: 0, periodMinutes: 1 } }],
    ["parameters_invalid", { kind: "velocity", parameters: { transfers: 1, periodMinutes: 1_441 } }],
    ["scope_invalid", { scope: "moon" }],
    ["scope_invalid", { scope: "merchant", scopeId: merchantId }],
    ["scope_invalid", { scope: "rail", scopeId: "pigeon" }],
    ["scope_invalid", { scope: "beneficiary", scopeId: "asha" }],
    ["effect_invalid", { effect: "allow" }],
    ["effect_invalid", { kind: "trusted_amount", parameters: { upToPaise: 1 }, effect: "block" }],
    ["place_invalid", { place: -1 }],
    ["place_invalid", { place: 1_000_001 }],
  ];
  for (const [code, wrong] of refused) {
    await assert.rejects(
      addRule(ctx, merchantId, { ...perDay, ...wrong }),
      (error) => RiskError.is(error) && error.code === code,
      `${code} ${JSON.stringify(wrong)}`,
    );
  }
  const nobody = { ruleId: newId(), by } as const;
  await assert.rejects(changeRule(ctx, merchantId, nobody), (error) => RiskError.is(error, "rule_not_found"));
  await assert.rejects(removeRule(ctx, merchantId, nobody), (error) => RiskError.is(error, "rule_not_found"));
  assert.deepEqual(await listRules(ctx, merchantId), []);
});

test("a merchant has at most a hundred rules, and none of another's", async () => {
  const { merchantId } = await world.makeMerchant();
  const other = await world.makeMerchant();
  for (let added = 0; added < RULES_MAX; added += 1)
    await addRule(ctx, merchantId, { ...perDay, active: false });
  await assert.rejects(addRule(ctx, merchantId, perDay), (error) => RiskError.is(error, "too_many_rules"));
  assert.deepEqual(await listRules(ctx, other.merchantId), []);
  const [{ ruleId } = { ruleId: "" }] = await listRules(ctx, merchantId);
  await assert.rejects(removeRule(ctx, other.merchantId, { ruleId, by }), (error) =>
    RiskError.is(error, "rule_not_found"),
  );
});

test("a version is never edited, no matter who asks", async () => {
  const { merchantId } = await world.makeMerchant();
  const { ruleId } = await addRule(ctx, merchantId, perDay);
  const edit = ctx.db.inMerchant(merchantId, (tx) =>
    tx.execute("update risk.rule set parameters = '{}' where merchant_id = $1 and rule_id = $2", [
      merchantId,
      ruleId,
    ]),
  );
  await assert.rejects(edit, { code: "42501" });
});

test("modes are switched off by name, and that is audited", async () => {
  const merchant = await world.makeShielded();
  await setModes(ctx, merchant.merchantId, {
    disabledModes: ["upi"],
    unavailableModes: ["card"],
    by: "system",
  });
  assert.deepEqual(await merchant.order({ mode: "upi" }, { mode: "imps" }), ["mode_not_enabled", "accepted"]);
  const unknown = setModes(ctx, merchant.merchantId, { disabledModes: ["pigeon"], by: "system" });
  await assert.rejects(unknown, (error) => RiskError.is(error, "mode_unknown"));
  assert.deepEqual(
    (await auditOf(merchant.merchantId)).map(({ action }) => action),
    ["risk.modes_set"],
  );
});
