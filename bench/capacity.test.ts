import assert from "node:assert/strict";
import { test } from "node:test";
import homes from "../web/app/facts/homes.json" with { type: "json" };
import measured from "../web/app/facts/measured.json" with { type: "json" };
import { planCapacity, type MeasuredCosts } from "./capacity.ts";
import { RATES, readCosts } from "./read-costs.ts";

const COSTS: MeasuredCosts = {
  loads: [
    { perSecond: 1_000, serverMs: 0.5, postgresMs: 0.5 },
    { perSecond: 200, serverMs: 2, postgresMs: 1 },
  ],
  walBytes: 5_000,
  roundTripsOfSet: 5,
  homesRatio: 1,
};

test("half more cores than are used, and what follows from them", () => {
  assert.deepEqual(planCapacity(COSTS, 100), {
    perSecond: 100,
    serverCores: { together: 0.3, apart: 0.3 },
    postgresCores: { together: 0.15, apart: 0.15 },
    walGbPerDay: 43.2,
    roundTripsPerSecond: 500,
    processes: { together: 1, apart: 1 },
    connectionsOfHome: { together: 14, apart: 14 },
    homes: { together: 1, apart: 1 },
    merchants: 1,
    bankAccounts: 13,
    openBankCalls: 50,
  });
});

test("calls that arrive together cost less, by a straight line between two loads", () => {
  // 200 a second use 0.4 and 0.2 cores, 1,000 use 0.5 and 0.5.
  const { serverCores, postgresCores } = planCapacity(COSTS, 600);
  const rounded = [serverCores, postgresCores].map(({ together, apart }) =>
    [together, apart].map((cores) => Number(cores.toFixed(6))),
  );
  assert.deepEqual(rounded, [
    [0.675, 1.8],
    [0.525, 0.9],
  ]);
});

test("a rate above the peak of a merchant takes several, and one above what a home carries several homes", () => {
  const plan = planCapacity(COSTS, 10_000);
  assert.deepEqual([plan.merchants, plan.homes], [10, { together: 1, apart: 2 }]);
  const heavy = planCapacity({ ...COSTS, walBytes: 25_000 }, 10_000);
  assert.deepEqual(heavy.homes, { together: 3, apart: 3 }, "the log is the limit");
  const dearer = planCapacity({ ...COSTS, homesRatio: 2 }, 10_000);
  assert.deepEqual(dearer.homes, { together: 2, apart: 4 });
});

test("the published measurements make plans", () => {
  const costs = readCosts(measured, homes.figures);
  const plans = RATES.map((rate) => planCapacity(costs, rate));
  assert.deepEqual(
    plans.map(({ perSecond, homes: { together } }) => [perSecond, together]),
    [
      [100, 1],
      [1_000, 1],
      [10_000, 1],
    ],
  );
  for (const { serverCores, postgresCores, homes: of } of plans)
    for (const { together, apart } of [serverCores, postgresCores, of])
      assert.ok(together > 0 && together <= apart, JSON.stringify(plans));
});
