import assert from "node:assert/strict";
import { test } from "node:test";
import { addRule } from "#risk";
import { acceptTransfers, registerTransfers, runtimeOf } from "#transfers";
import { orderTo } from "#test/faults/fault-world";
import { makeWorld } from "#test/world";
import { readStory } from "./simulation.ts";

const world = await makeWorld();
const { ctx } = world;
registerTransfers();

interface Told {
  readonly status: string;
  readonly verdicts: readonly {
    readonly effect: string;
    readonly stage: string;
    readonly rule: Record<string, unknown>;
  }[];
}

test("a transfer's story tells the verdict with the rule that spoke, and none where nothing did", async () => {
  const { merchantId } = await world.makeMerchant({ balancePaise: 10_000_00n });
  const given = { kind: "transfer_limit", parameters: { limitPaise: 50_000 } };
  const { ruleId } = await addRule(ctx, merchantId, { ...given, effect: "review", by: "system" });
  const large = { ...orderTo("large"), amountPaise: 500_01n };
  await acceptTransfers(ctx, merchantId, [orderTo("small"), large]);
  await runtimeOf(ctx).idle();
  const small = (await readStory(ctx, { merchantId, fundSourceIds: null }, "small")) as Told;
  assert.deepEqual(small.verdicts, []);
  const { status, verdicts } = (await readStory(ctx, { merchantId, fundSourceIds: null }, "large")) as Told;
  assert.equal(status, "APPROVAL_PENDING");
  const [verdict, ...others] = verdicts;
  assert.equal(others.length, 0);
  assert.deepEqual([verdict!.effect, verdict!.stage], ["review", "accept"]);
  const { kind, parameters, version } = verdict!.rule;
  assert.deepEqual([verdict!.rule.ruleId, version], [ruleId, 1]);
  assert.deepEqual({ kind, parameters }, given);
});
