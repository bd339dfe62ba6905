import assert from "node:assert/strict";
import { test } from "node:test";
import { addRule, changeRule, removeRule } from "#risk";
import { acceptTransfers } from "#transfers";
import { makeMembers } from "#test/make-members";
import { makeFaultWorld, orderTo } from "#test/faults/fault-world";
import { makeOperator } from "./test/make-operator.ts";

const world = await makeFaultWorld();
const { ctx } = world;
const { run, fail } = makeOperator(world);

interface Listed {
  readonly transferId: string;
  readonly status: string;
  readonly verdicts: readonly {
    readonly stage: string;
    readonly effect: string;
    readonly rule: Record<string, unknown>;
  }[];
}

interface Version {
  readonly version: number;
  readonly parameters: Record<string, unknown>;
  readonly endedAt: string | null;
}

test("an operator reads which rule spoke against a transfer, and how the rule has changed since", async () => {
  const { merchantId: merchant } = await world.makePayer();
  const given = { kind: "transfer_limit", parameters: { limitPaise: 5_000 }, effect: "block" };
  const { ruleId } = await addRule(ctx, merchant, { ...given, by: "system" });
  await acceptTransfers(ctx, merchant, [orderTo("stopped")]);
  const parameters = { limitPaise: 500_000 };
  await changeRule(ctx, merchant, { ruleId, ...given, parameters, by: "system" });
  await acceptTransfers(ctx, merchant, [orderTo("passed")]);

  const [stopped] = await run<Listed[]>("list-verdicts", { merchant, transfer: "stopped" });
  assert.deepEqual([stopped!.transferId, stopped!.status], ["stopped", "REJECTED"]);
  const [verdict, ...others] = stopped!.verdicts;
  assert.equal(others.length, 0);
  assert.deepEqual([verdict!.stage, verdict!.effect], ["accept", "block"]);
  const { kind, version, ruleId: spoke, parameters: then } = verdict!.rule;
  assert.deepEqual([kind, version, spoke, then], ["transfer_limit", 1, ruleId, { limitPaise: 5_000 }]);
  const [passed] = await run<Listed[]>("list-verdicts", { merchant, transfer: "passed" });
  assert.deepEqual(passed!.verdicts, []);

  await removeRule(ctx, merchant, { ruleId, by: "system" });
  const versions = await run<Version[]>("rule-history", { merchant, rule: ruleId });
  assert.deepEqual(
    versions.map(({ version: number }) => number),
    [2, 1],
  );
  assert.notEqual(versions[0]!.endedAt, null);
  assert.deepEqual(versions.at(-1)!.parameters, { limitPaise: "5000" });
});

test("a transfer or a rule that is not the merchant's is told so", async () => {
  const { merchantId: merchant } = await world.makeMerchant();
  const other = await world.makeMerchant();
  assert.match(await fail("list-verdicts", { merchant, transfer: "nothing" }), /"transferKey":"nothing"/);
  assert.match(await fail("rule-history", { merchant, rule: other.merchantId }), /This rule does not exist/);
  assert.match(await fail("rule-history", { merchant, rule: "the first" }), /--rule.*not an ID/);
});

test("a rule is about a fund source that there is, set by a member who may", async () => {
  const { merchantId: merchant, organizationId } = await world.makePayer();
  const { asha, meera } = await makeMembers(ctx, organizationId, { asha: "admin", meera: "initiator" });
  const about = { scope: "fund_source", "scope-id": "WALLET_1" };
  const terms = { kind: "daily_limit", parameters: '{"limitPaise": 5000}', effect: "block", ...about };
  const rule = { merchant, ...terms, member: asha };
  assert.match(await fail("add-rule", { ...rule, "scope-id": "WALET_1" }), /no such fund source/);
  const velocity = { ...rule, kind: "velocity", parameters: '{"transfers": 3, "periodMinutes": 5000}' };
  assert.match(await fail("add-rule", velocity), /periodMinutes.*a whole number from 1 to 1440/);
  assert.match(await fail("add-rule", { ...rule, member: merchant }), /^--member .* is not an active member/);
  assert.match(await fail("add-rule", { ...rule, member: meera }), /^--member .* permission manage_limits/);
  assert.equal((await run<{ kind: string }>("add-rule", rule)).kind, "made");
  const block = { merchant, vpa: "asha@okbank", because: "asked for", member: meera };
  assert.match(await fail("block-payee", block), /^--member .* permission manage_limits/);
});
