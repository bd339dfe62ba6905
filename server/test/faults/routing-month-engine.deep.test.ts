/**
 * The month of outages through the whole engine, with routing and without: PostgreSQL, the simulated banks' process and
 * the test clock. The banks' journal is compared with the answers to callers, and each stored decision is made again.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SUCCESS_GOAL_BP } from "#routing";
import { REPLAY_MAX, replayRoutes } from "#transfers";
import { compareWithJournal } from "./compare-with-journal.ts";
import { playEngineMonth, type PlayedMonth } from "./engine-month.ts";
import { readFigures, readTold } from "./engine-month-parts.ts";
import { describeBooks, describeMonth, makeTeller } from "./engine-month-report.ts";
import { assertSound, makeFaultWorld, TIER } from "./fault-world.ts";
import { makeMonth, WHOLE_MONTH } from "./routing-month-plan.ts";

/** The last bank is the last resort: it cannot void a payment, and pays a repeated reference again. */
const BANKS = ["meghdoot", "jugnu", "himshikhar", "purvasagar"];

/** Returns a single day with fewer transfers than an average day, or as many days as the number of transfers makes. */
function sizeOf(): { transfers: number; days: number } {
  if (TIER !== "nightly") return { transfers: 600, days: 1 };
  const transfers = Number(process.env.FAULT_TRANSFERS ?? WHOLE_MONTH.transfers);
  return { transfers, days: Math.max(1, (WHOLE_MONTH.days * transfers) / WHOLE_MONTH.transfers) };
}

const { transfers, days } = sizeOf();
const seed = process.env.FAULT_SEED ?? "17";
const world = await makeFaultWorld();

const size = `${transfers} transfers in ${days === 1 ? "a day" : `${days} days`}`;

const goal = `${SUCCESS_GOAL_BP / 100}%`;

test(`a month of outages through the engine, ${size}: ${goal} are paid, none twice, none lost`, async (t) => {
  // An outage of all banks is only noticed in time if orders are as frequent as in a whole month.
  const month = makeMonth({ seed, transfers, days, bankIds: BANKS, together: TIER === "nightly" });
  const teller = makeTeller(world, transfers);
  const play = (name: string, way: { bankIds: readonly string[]; isWatched: boolean }) =>
    playEngineMonth(world, month, { ...way, onOrdered: teller(name) });
  const [on, off] = await Promise.all([
    play("with routing", { bankIds: BANKS, isWatched: true }),
    play("first bank only", { bankIds: BANKS.slice(0, 1), isWatched: false }),
  ]);
  await assertSound(world, [on.merchant, off.merchant]);
  const told = [...(await readTold(on.ctx, on.merchant)), ...(await readTold(off.ctx, off.merchant))];
  assert.equal(told.length, 2 * transfers, "each order is there");
  const tally = await compareWithJournal(world, told);
  const [withRouting, without] = [
    await readFigures(world, on.merchant),
    await readFigures(world, off.merchant),
  ];
  const replays = await replay(on);
  const seconds = Math.round(Math.max(on.tookMs, off.tookMs) / 1_000);
  for (const line of [
    `the engine, PostgreSQL, simulator, test clock: ${size}, ${month.troubles.length} troubles, seed ${seed}`,
    describeMonth("with routing", withRouting),
    describeMonth("without, the first bank only", without),
    `both: ${describeBooks(tally)}; every invariant of the ledger holds`,
    `${replays.attempts} stored decisions of routing made again, ${replays.same} the same to the last bit ` +
      `(${withRouting.decisions} distinct, ${withRouting.snapshots} health snapshots)`,
    `${2 * transfers} transfers in ${seconds} s`,
  ])
    t.diagnostic(line);
  assert.deepEqual([replays.same, replays.different], [replays.attempts, []]);
  assert.equal(replays.attempts, withRouting.attempts);
  assert.ok(
    (10_000 * withRouting.paid) / transfers >= SUCCESS_GOAL_BP,
    describeMonth("with routing", withRouting),
  );
  assert.ok(without.paid < withRouting.paid);
});

function replay({ ctx, merchant }: PlayedMonth) {
  return replayRoutes(ctx, merchant.merchantId, { limit: REPLAY_MAX });
}
