import assert from "node:assert/strict";
import { test } from "node:test";
import { findPgbench } from "./find-pgbench.ts";
import { goalText, isMet, type Figure } from "./figure.ts";
import { runBench, type Report } from "./run-bench.ts";
import { SCALES } from "./scale.ts";
import { SCENARIOS } from "./scenarios.ts";

test("every scenario runs, at a tiny scale, and the books are proved, though PostgreSQL goes at the end", async () => {
  const pgbench = findPgbench();
  let postgresPid = 0;
  const told: Report[] = [];
  const report = await runBench({
    scenarios: [...SCENARIOS, { name: "look", run: async (lab) => ((postgresPid = lab.postgresPid), []) }],
    scale: SCALES.tiny,
    pgbench,
    say: () => undefined,
    tell: (one) => {
      told.push(one);
      // All sessions receive the error 57P01 (terminated) before any client has closed one.
      process.kill(postgresPid, "SIGINT");
    },
  });
  assert.deepEqual(told, [report]);
  assert.deepEqual(report.failures, []);
  for (const figure of report.figures) {
    assert.ok(Number.isFinite(figure.value), figure.name);
    assert.equal(typeof goalText(figure), "string");
    assert.ok(figure.unit === "%" || figure.value > 0, figure.name);
  }
  const names = report.figures.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length, "each figure has a name of its own");
  assert.deepEqual(
    report.figures.filter((figure) => isMet(figure) !== null).length,
    29,
    "every goal that applies is judged",
  );
  assert.match(report.machine.postgres, /^18/);
  assert.deepEqual(
    report.proofs.map(({ server, contradictions }) => ({ server, contradictions })),
    ["shared", "empty", "grown"].map((server) => ({ server, contradictions: [] })),
  );
  assert.ok(report.proofs.every(({ transfers }) => transfers > 0));
});

test("what was measured is told, though a scenario fails; without pgbench no goal is judged by a ratio", async () => {
  const figure: Figure = {
    name: "something",
    value: 1,
    unit: "x",
    ratio: 0.5,
    goals: [
      { of: "ratio", atLeast: 1 },
      { of: "value", atMost: 2 },
    ],
  };
  const said: string[] = [];
  const report = await runBench({
    scenarios: [
      { name: "measured", run: async () => [figure] },
      {
        name: "broken",
        run: async (lab) => {
          await lab.besideTpcb(async () => undefined);
          process.kill(lab.postgresPid, "SIGINT");
          throw new Error("it broke");
        },
      },
    ],
    scale: SCALES.tiny,
    pgbench: null,
    say: (text) => void said.push(text),
    tell: () => void said.push("told"),
  });
  assert.deepEqual(report.figures, [{ ...figure, goals: [{ of: "value", atMost: 2 }] }]);
  assert.deepEqual(report.failures, ["broken: it broke"]);
  assert.deepEqual(report.yardstick, {
    program: "own driver",
    version: null,
    perSecond: report.yardstick.perSecond,
  });
  assert.ok(said.includes("told"));
});

test("pgbench is what PGBENCH names, which must be one", () => {
  assert.throws(() => findPgbench({ PGBENCH: process.execPath }), /is no pgbench/);
  const found = findPgbench();
  if (found !== null) assert.deepEqual(findPgbench({ PGBENCH: found.path }), found);
});
