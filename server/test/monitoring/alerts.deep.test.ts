/** Every alert of deploy/monitoring, in promtool with its own times, and in a Prometheus that runs, with short ones. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { CASES, PROCESS_DOWN } from "./alert-cases.ts";
import { serveFigures } from "./figures-server.ts";
import { MONITORING, promtool, runPrometheus, SKIPPED } from "./run-prometheus.ts";
import { writeRuleTests } from "./write-rule-tests.ts";

const ALERTS = [...Object.keys(CASES), PROCESS_DOWN];

test("promtool accepts the rules, the example and every query of the dashboard", { skip: SKIPPED }, () => {
  assert.match(
    promtool(["check", "rules", "alerts.yml"]),
    new RegExp(`SUCCESS: ${ALERTS.length} rules found`),
  );
  promtool(["check", "config", "--syntax-only", "prometheus.yml"]);
  const { panels } = JSON.parse(readFileSync(join(MONITORING, "dashboard.json"), "utf8")) as {
    panels: { targets?: { expr: string }[] }[];
  };
  const rules = panels
    .flatMap(({ targets = [] }) => targets)
    .map(({ expr }, index) => ({
      record: `query_${index}`,
      expr: expr.replaceAll("$__rate_interval", "5m").replaceAll(/\$(?:mode|home)\b/g, ".*"),
    }));
  assert.ok(rules.length > 40);
  promtool(["check", "rules", "queries.yml"], { "queries.yml": { groups: [{ name: "all", rules }] } });
});

test("each alert fires on what it is about, alone, after its time, and clears", { skip: SKIPPED }, () => {
  promtool(["test", "rules", "tests.yml"], { "tests.yml": writeRuleTests("alerts.yml") });
});

test(
  "a Prometheus that scrapes with the token fires each alert once, and clears it",
  { skip: SKIPPED },
  async (context) => {
    const token = randomBytes(24).toString("hex");
    const figures = await serveFigures(token);
    context.after(figures.close);
    const prometheus = await runPrometheus([figures.address, figures.otherAddress], token);
    context.after(prometheus.stop);
    const are = async (state: string): Promise<void> => {
      for (;;) {
        const states = await prometheus.alerts();
        assert.deepEqual([...states.keys()].toSorted(), ALERTS.toSorted());
        if ([...states.values()].every((one) => one === state)) return;
        await sleep(200);
      }
    };
    // Nothing was scraped before the first seconds, and `absent` says so.
    await sleep(2_000);
    await are("inactive");
    figures.turn("bad");
    await are("firing");
    const runbook = await prometheus.runbookOf("VitaranBankDown");
    assert.equal(runbook, "https://payouts.example.com/payout/incidents/bank-down");
    figures.turn("good");
    await are("inactive");
  },
);
