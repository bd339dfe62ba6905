/**
 * `npm run check`: every check that needs no running product: format, lint with the walls between modules, types, tidy
 * rules, schema dump and contract. They are independent of one another, so they run in parallel.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");

interface Part {
  readonly name: string;
  /** Programs for Node with their arguments, which run one after the other. */
  readonly steps: readonly (readonly string[])[];
  /** The command that fixes it, if there is one. */
  readonly remedy?: string;
}

/**
 * Checks the types of one project. It runs single-threaded, because every thread would parse the libraries again and
 * another check runs at the same time. It is incremental: the next run checks only changed files.
 */
const typesOf = (project: string): readonly string[] => [
  "node_modules/typescript/bin/tsc",
  "-p",
  project,
  "--noEmit",
  "--singleThreaded",
  "--incremental",
  "--tsBuildInfoFile",
  join("node_modules/.cache/types", project, "tsbuildinfo.json"),
];

/** The slow ones start first, so that the quick ones fill the gaps. */
const PARTS: readonly Part[] = [
  { name: "schema dump", steps: [["scripts/dump-schema.ts", "--check"]], remedy: "npm run dump-schema" },
  {
    name: "functions",
    steps: [["scripts/write-functions.ts", "--check"]],
    remedy: "npm run write-functions",
  },
  {
    name: "lint",
    steps: [["node_modules/oxlint/bin/oxlint", "-c", "oxlint.config.ts", "."]],
  },
  {
    name: "web types",
    steps: [["node_modules/@react-router/dev/bin.cjs", "typegen", "web"], typesOf("web")],
  },
  { name: "types", steps: [typesOf(".")] },
  { name: "sdk types", steps: [typesOf("sdk/node")] },
  {
    name: "contract",
    steps: [
      ["server/src/surfaces/commands/write-contract.ts", "--check"],
      ["scripts/write-limits.ts", "--check"],
      ["web/build-steps/write-client.ts", "--check"],
      ["sdk/generate/main.ts", "--check"],
    ],
    remedy: "npm run write-contract",
  },
  { name: "tidy", steps: [["scripts/tidy.ts"]] },
  { name: "format", steps: [["node_modules/oxfmt/bin/oxfmt", "--check", "."]], remedy: "npm run format" },
];

process.exitCode = await main();

async function main(): Promise<number> {
  const waiting = [...PARTS];
  let failed = 0;
  const lane = async (): Promise<void> => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      if (!(await runPart(part))) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, lane));
  if (failed > 0) console.error(`\n${failed} of ${PARTS.length} checks failed.`);
  return failed === 0 ? 0 : 1;
}

/** Runs a part and prints the result; its output is shown only if it failed. */
async function runPart({ name, steps, remedy }: Part): Promise<boolean> {
  const started = Date.now();
  for (const step of steps) {
    const { code, output } = await run(step);
    if (code === 0) continue;
    console.error(`✖ ${name}\n\n${output.trim()}\n${remedy === undefined ? "" : `\nTo fix it: ${remedy}\n`}`);
    return false;
  }
  console.log(`✔ ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  return true;
}

async function run(args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (text: Buffer) => (output += text.toString()));
  child.stderr.on("data", (text: Buffer) => (output += text.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}
