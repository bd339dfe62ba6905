/** `npm run bench`: measures the cost and the throughput of the engine on this machine. See README.md. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { findPgbench } from "./find-pgbench.ts";
import { printReport } from "./print-report.ts";
import { publish } from "./publish.ts";
import { runBench, type Report } from "./run-bench.ts";
import { chooseScale } from "./scale.ts";
import { chooseScenarios } from "./scenarios.ts";

const RESULTS = join(import.meta.dirname, "results");

process.exitCode = (await main()) || process.exitCode;

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
      publish: { type: "boolean" },
      profiles: { type: "string" },
    },
  });
  // npm runs this in the root, but the paths are relative to the caller's folder.
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
    tell: (told) => {
      printReport(told);
      mkdirSync(RESULTS, { recursive: true });
      const path =
        values.json === undefined
          ? join(RESULTS, `${told.startedAt.replaceAll(":", "-")}.json`)
          : pathOf(values.json);
      writeFileSync(path, `${JSON.stringify(told, null, 2)}\n`);
      console.log(`\n${path}`);
      if (values.publish) console.log(tryToPublish(told));
    },
  });
  return isSound(report) ? 0 : 1;
}

function tryToPublish(report: Report): string {
  try {
    return publish(report);
  } catch (error) {
    process.exitCode = 1;
    return (error as Error).message;
  }
}

function isSound({ proofs, failures }: Report): boolean {
  return failures.length === 0 && proofs.every(({ contradictions }) => contradictions.length === 0);
}
