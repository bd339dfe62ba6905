/**
 * `npm test` runs every check, and then the tests that a change needs. `npm run test:deep` runs the others: the files
 * named `*.deep.test.ts`, and in full those of which `npm test` runs a small part. `npm test -- --all` runs the checks,
 * and then each file once and in full. Each run has one PostgreSQL.
 *
 * With words (`npm test -- ledger`, `npm test -- people/access`) it runs the test files of any kind whose path contains
 * one of them, and no checks; `--without=words` leaves files out. Options of `node --test` are accepted too.
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { buildWeb } from "../server/src/surfaces/commands/build-web.ts";
import { startTestServer } from "../server/test/postgres.ts";
import { bundlePackages } from "./bundle-packages.ts";
import { fetchTestTools } from "./fetch-test-tools.ts";
import { groupTestFiles } from "./group-test-files.ts";

const ROOT = resolve(import.meta.dirname, "..");

/** Folders with tests, in the order in which they run: the quick and informative ones first. */
const FOLDERS = ["scripts", "packages", "server", "bank-simulator", "sdk", "web", "bench", "e2e"];

/** See resolve-once.mjs. */
const FIND_QUICKLY = pathToFileURL(join(ROOT, "scripts/resolve-once.mjs")).href;

/** A test that takes longer is stuck. */
const TEST_TIMEOUT_MS = 600_000;

/** The files that a run consists of. */
type Part = "quick" | "deep" | "all";

const IS_DEEP = /\.deep\.test\.ts$/;
/** A test with such sizes is in both runs; see `tiered`. */
const HAS_SIZES = /\btiered\(\{\s*quick:/;

/** An option that leaves out the files with a word in their path. */
const WITHOUT = "--without=";

interface Given {
  readonly options: string[];
  readonly words: string[];
  readonly without: string[];
}

const { part: asked, ...given } = parseArgs();
process.exitCode = await main(asked, given);

function parseArgs(): Given & { part: Part } {
  const args = process.argv.slice(2);
  const own = (arg: string): boolean => arg === "--deep" || arg === "--all" || arg.startsWith(WITHOUT);
  const options = args.filter((arg) => arg.startsWith("-") && !own(arg));
  const part = args.includes("--all") ? "all" : args.includes("--deep") ? "deep" : "quick";
  const without = args.filter((arg) => arg.startsWith(WITHOUT)).map((arg) => arg.slice(WITHOUT.length));
  return { part, options, words: args.filter((arg) => !arg.startsWith("-")), without };
}

async function main(part: Part, { options, words, without }: Given): Promise<number> {
  const found = words.length === 0 ? findFilesOf(part) : findFilesWith(words);
  const files = found.filter((file) => !without.some((word) => file.includes(word)));
  if (files.length === 0) {
    console.error(`No test file's path contains ${words.join(" or ")}.`);
    return 1;
  }
  const checks =
    part === "deep" || words.length + options.length > 0 ? 0 : run([join(ROOT, "scripts/check.ts")], {});
  if (part === "quick") {
    const failed = await checks;
    if (failed !== 0) return failed;
  }
  // Most of the build uses one processor, and the checks use the others.
  const prepared = await Promise.allSettled([prepare(files), checks]);
  for (const one of prepared) if (one.status === "rejected") throw one.reason;
  return (await runTests(files, { part, options, isWhole: words.length === 0 })) || (await checks);
}

/** Fetches and builds what these files need. */
async function prepare(files: readonly string[]): Promise<void> {
  if (files.some((file) => /^(web|e2e|sdk)\/|browser/.test(file))) fetchTestTools();
  if (files.some((file) => /^(web|e2e|sdk)\//.test(file))) await buildWeb();
}

function findFilesOf(part: Part): string[] {
  return findTestFiles().filter((file) => {
    if (part === "all") return true;
    if (part === "quick") return !IS_DEEP.test(file);
    return IS_DEEP.test(file) || HAS_SIZES.test(readFileSync(join(ROOT, file), "utf8"));
  });
}

function findFilesWith(words: readonly string[]): string[] {
  return findTestFiles().filter((file) => words.some((word) => file.includes(word)));
}

function findTestFiles(): string[] {
  // The suites of client libraries are run by sdk/suites.deep.test.ts, on one stage. Those of failover need namespaces
  // of their own, which scripts/failover.ts makes.
  const exclude = ["**/node_modules/**", "sdk/*/**", "server/test/failover/**"];
  return FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.test.ts`, { cwd: ROOT, exclude }).toSorted());
}

interface RunOptions {
  readonly part: Part;
  /** For `node --test`. */
  readonly options: readonly string[];
  /** True for all files of a part: the names of the tests that pass are left out. */
  readonly isWhole: boolean;
}

async function runTests(files: string[], { part, options, isWhole }: RunOptions): Promise<number> {
  const bundles = JSON.stringify(await bundlePackages(ROOT));
  const { postgres, ownerUrl, appUrl } = await startTestServer();
  const runId = randomUUID();
  const groups = mkdtempSync(join(tmpdir(), "vitaran-test-groups-"));
  try {
    const usual = [
      "--test",
      ...reportersFor(options, isWhole),
      // Two files more than CI has processors, because many tests wait for a bank's clock or for a page: with one more,
      // a seventh of the processors' time was left.
      "--test-concurrency=4",
      `--test-timeout=${TEST_TIMEOUT_MS}`,
    ];
    const code = await run([...usual, ...options, ...groupTestFiles(ROOT, files, groups)], {
      VITARAN_TEST_DATABASE: JSON.stringify({ ownerUrl, appUrl }),
      VITARAN_TEST_RUN: runId,
      VITARAN_TEST_FILES: String(files.length),
      VITARAN_TEST_BUNDLES: bundles,
      FAULT_TIER: process.env.FAULT_TIER ?? (part === "quick" ? "quick" : "deep"),
      // Hundreds of processes load the same modules, so each module is compiled once, and resolved quickly.
      NODE_COMPILE_CACHE: join(ROOT, "node_modules/.cache/compiled"),
      NODE_OPTIONS: [process.env.NODE_OPTIONS ?? "", `--import=${FIND_QUICKLY}`].join(" ").trim(),
    });
    return endLeftovers(runId) === 0 ? code : code || 1;
  } finally {
    rmSync(groups, { recursive: true });
    await postgres.stop();
  }
}

/**
 * A whole run shows failures and the progress, and at the end how many tests of each kind ran; a part of it names each
 * test. Options that name a reporter replace ours.
 */
function reportersFor(options: readonly string[], isWhole: boolean): string[] {
  if (options.some((option) => option.startsWith("--test-reporter"))) return [];
  if (!isWhole) return ["--test-reporter=spec"];
  return [
    ["show-progress.ts", "stdout"],
    ["count-tests.ts", "stderr"],
  ].flatMap(([name, place]) => [
    `--test-reporter=${join(ROOT, "scripts", name!)}`,
    `--test-reporter-destination=${place}`,
  ]);
}

/** Runs a program of ours to its end and returns its exit code; a signal to us is passed on to it. */
async function run(args: string[], environment: Record<string, string>): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, ...environment },
  });
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal);
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, forward);
  const [code] = (await once(child, "exit")) as [number | null];
  for (const signal of signals) process.off(signal, forward);
  return code ?? 1;
}

/** Ends processes that tests of this run have left behind, prints them, and returns their number. Linux only. */
function endLeftovers(runId: string): number {
  const left = readProcesses().filter(({ environment }) => environment.includes(`VITARAN_TEST_RUN=${runId}`));
  for (const { pid, command } of left) {
    console.error(`A test has left a process behind: ${pid} ${command}`);
    process.kill(pid, "SIGKILL");
  }
  return left.length;
}

function readProcesses(): { pid: number; environment: string; command: string }[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const environment = readFileSync(`/proc/${name}/environ`, "utf8");
      return [{ pid: Number(name), environment, command: readFileSync(`/proc/${name}/cmdline`, "utf8") }];
    } catch {
      // The process has ended, or belongs to another user and so not to this run.
      return [];
    }
  });
}
