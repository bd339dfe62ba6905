/**
 * A month of four banks with outages, brown-outs and slow recoveries, decided by the pure core alone, in seconds. The
 * estimator, the snapshots, the choice and the places are real; the clock, the banks and their books belong to this
 * test. Each order has its own second, and there is a third way without health. routing-month-engine plays the month
 * through the engine.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SUCCESS_GOAL_BP } from "#routing";
import { TIER, tiered } from "./fault-world.ts";
import { playMonth, type MonthResult } from "./routing-month.ts";
import { makeMonth } from "./routing-month-plan.ts";

const transfers = tiered({ deep: 6_000, nightly: 200_000 });
const seed = process.env.FAULT_SEED ?? "17";
const BANKS = ["aravali", "sagar", "megh", "himal"];

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(4)} %`;

function describe(name: string, { paid, failed, waited, attempts, longestMs, unknown }: MonthResult): string {
  return [
    `${name}: ${percent(paid, paid + failed)} paid (${failed} not), ${attempts} attempts, ${unknown} unknown at first,`,
    `${waited} waited for a bank, the longest ${Math.round(longestMs / 1_000)} s from order to payment`,
  ].join(" ");
}

test("a month of outages: what can be paid is paid, once, and every decision is made again to the last bit", (t) => {
  const month = makeMonth({ seed, transfers, bankIds: BANKS, together: TIER === "nightly" });
  const on = playMonth(month, "routing");
  const off = playMonth(month, "first bank only");
  const blind = playMonth(month, "next bank after a refusal, health unknown");
  t.diagnostic(
    `the pure core, no database: ${transfers} transfers in 30 days, ${month.troubles.length} troubles, seed ${seed}`,
  );
  for (const { from, to, bankId, kind } of month.troubles.slice(0, 12)) {
    t.diagnostic(
      `${kind} of ${bankId} from minute ${Math.round(from / 60_000)} for ${Math.round((to - from) / 60_000)} min`,
    );
  }
  t.diagnostic(describe("with routing", on));
  t.diagnostic(describe("without, the first bank only", off));
  t.diagnostic(describe("without health, the next bank after a refusal", blind));
  t.diagnostic(
    `${on.decisions} decisions, ${on.distinct} distinct, ${on.snapshots} snapshots; ${on.replayed} made again the same`,
  );
  t.diagnostic(
    `${on.doubled} doubled, ${on.lost} lost, ${on.movedUnknown} moved while unknown, ${on.overRamp} over the ramp`,
  );
  for (const result of [on, off, blind]) {
    assert.deepEqual([result.doubled, result.lost, result.movedUnknown], [0, 0, 0]);
    assert.equal(result.paid + result.failed, transfers);
  }
  assert.ok((10_000 * on.paid) / transfers >= SUCCESS_GOAL_BP, describe("with routing", on));
  assert.ok(on.paid > off.paid);
  assert.equal(on.replayed, on.decisions);
  assert.equal(on.overRamp, 0);
});
