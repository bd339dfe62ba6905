/** `npm run bench`: what the engine costs and carries on this machine. See README.md. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { findPgbench } from "./find-pgbench.ts";
import { printReport } from "./print-report.ts";
import { runBench } from "./run-bench.ts";
import { chooseScale } from "./scale.ts";
import { chooseScenarios } from "./scenarios.ts";

const RESULTS = join(import.meta.dirname, "results");

process.exitCode = await main();

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      quick: { type: "boolean" },
      full: { type: "boolean" },
      only: { type: "string", multiple: true },
      callers: { type: "string", multiple: true },
      rounds: { type: "string" },
      rows: { type: "string" },
      against: { type: "string" },
      json: { type: "string" },
      profiles: { type: "string" },
    },
  });
  // npm runs us in the root, but the paths are the caller's.
  const pathOf = (path: string): string => resolve(process.env["INIT_CWD"] ?? ".", path);
  const against = values.against === undefined ? undefined : pathOf(values.against);
  const scenarios = chooseScenarios({ only: values.only, isComparison: against !== undefined });
  const scale = chooseScale(values);
  const stopped = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => stopped.abort(new Error(signal)));
  const startedAt = performance.now();
  const report = await runBench({
    scenarios,
    scale,
    pgbench: findPgbench(),
    against,
    profiles: values.profiles === undefined ? undefined : pathOf(values.profiles),
    signal: stopped.signal,
    say: (text) =>
      console.error(`${((performance.now() - startedAt) / 1_000).toFixed(1).padStart(7)} s  ${text}`),
  });
  printReport(report);
  mkdirSync(RESULTS, { recursive: true });
  const path =
    values.json !== undefined
      ? pathOf(values.json)
      : join(RESULTS, `${report.startedAt.replaceAll(":", "-")}.json`);
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`);
  console.log(`\n${path}`);
  return report.proofs.every(({ contradictions }) => contradictions.length === 0) ? 0 : 1;
}
