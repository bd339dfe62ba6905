/** `npm run bench`: what the engine costs and carries on this machine. See README.md. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { printReport } from "./print-report.ts";
import { runBench } from "./run-bench.ts";
import { SCALES, type Scale } from "./scale.ts";
import { SCENARIOS } from "./scenarios.ts";

const RESULTS = join(import.meta.dirname, "results");

process.exitCode = await main();

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      quick: { type: "boolean" },
      full: { type: "boolean" },
      only: { type: "string", multiple: true },
      rows: { type: "string" },
      json: { type: "string" },
      profiles: { type: "string" },
    },
  });
  const scenarios = SCENARIOS.filter(({ name }) => values.only?.includes(name) ?? true);
  const unknown = values.only?.filter((name) => !SCENARIOS.some((scenario) => scenario.name === name)) ?? [];
  if (unknown.length > 0) {
    console.error(
      `There is no ${unknown.join(", ")}; there is ${SCENARIOS.map(({ name }) => name).join(", ")}.`,
    );
    return 1;
  }
  const stopped = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => stopped.abort(new Error(signal)));
  const startedAt = performance.now();
  const report = await runBench({
    scenarios,
    scale: readScale(values),
    profiles: values.profiles,
    signal: stopped.signal,
    say: (text) =>
      console.error(`${((performance.now() - startedAt) / 1_000).toFixed(1).padStart(7)} s  ${text}`),
  });
  printReport(report);
  mkdirSync(RESULTS, { recursive: true });
  const path = values.json ?? join(RESULTS, `${report.startedAt.replaceAll(":", "-")}.json`);
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`);
  console.log(`\n${path}`);
  return report.proofs.every(({ contradictions }) => contradictions.length === 0) ? 0 : 1;
}

function readScale({ full = false, rows }: { full?: boolean | undefined; rows?: string | undefined }): Scale {
  const scale = SCALES[full ? "full" : "quick"];
  if (rows === undefined) return scale;
  const storedTransfers = Number(rows);
  if (!(Number.isInteger(storedTransfers) && storedTransfers > 0)) throw new Error(`--rows is "${rows}"`);
  return { ...scale, storedTransfers };
}
