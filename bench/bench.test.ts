import assert from "node:assert/strict";
import { test } from "node:test";
import { findPgbench } from "./find-pgbench.ts";
import { goalText, isMet } from "./figure.ts";
import { runBench } from "./run-bench.ts";
import { SCALES } from "./scale.ts";
import { SCENARIOS } from "./scenarios.ts";

test("every scenario runs, at a tiny scale, and the books are proved afterwards", async () => {
  const pgbench = findPgbench();
  const report = await runBench({ scenarios: SCENARIOS, scale: SCALES.tiny, pgbench, say: () => undefined });
  for (const figure of report.figures) {
    assert.ok(Number.isFinite(figure.value), figure.name);
    assert.equal(typeof goalText(figure), "string");
    assert.ok(figure.unit === "%" || figure.value > 0, figure.name);
  }
  const names = report.figures.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length, "each figure has a name of its own");
  assert.deepEqual(
    report.figures.filter((figure) => isMet(figure) !== null).length,
    21,
    "every goal that applies is judged",
  );
  assert.match(report.machine.postgres, /^18/);
  assert.deepEqual(
    report.proofs.map(({ server, contradictions }) => ({ server, contradictions })),
    ["shared", "empty", "grown"].map((server) => ({ server, contradictions: [] })),
  );
  assert.ok(report.proofs.every(({ transfers }) => transfers > 0));
});
