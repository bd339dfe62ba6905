/**
 * `npm test`: first runs every check, then every test, with one PostgreSQL for all of them.
 *
 * With words (`npm test -- ledger`, `npm test -- server/src/access`) it runs only the test files whose path contains
 * one of them, and no checks. Options of `node --test` are accepted too.
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { globSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { buildWeb } from "../server/src/commands/build-web.ts";
import { startTestServer } from "../server/test/postgres.ts";
import { fetchTestTools } from "./fetch-test-tools.ts";
import { groupTestFiles } from "./group-test-files.ts";

const ROOT = resolve(import.meta.dirname, "..");

/** Folders with tests, in the order in which they run: the quick and informative ones first. */
const FOLDERS = ["scripts", "packages", "server", "bank-simulator", "sdk", "web", "bench", "e2e"];

/** See resolve-once.mjs. */
const FIND_QUICKLY = pathToFileURL(join(ROOT, "scripts/resolve-once.mjs")).href;

/** A test that takes longer is stuck. */
const TEST_TIMEOUT_MS = 600_000;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const options = args.filter((arg) => arg.startsWith("-"));
  const words = args.filter((arg) => !arg.startsWith("-"));
  const files = findTestFiles(words);
  if (files.length === 0) {
    console.error(`No test file's path contains ${words.join(" or ")}.`);
    return 1;
  }
  if (args.length === 0) {
    const failed = await run([join(ROOT, "scripts/check.ts")], {});
    if (failed !== 0) return failed;
  }
  return runTests(files, options);
}

function findTestFiles(words: string[]): string[] {
  // The suites of client libraries are run by sdk/suites.test.ts, on one stage.
  const exclude = ["**/node_modules/**", "sdk/*/**"];
  const files = FOLDERS.flatMap((folder) =>
    globSync(`${folder}/**/*.test.ts`, { cwd: ROOT, exclude }).toSorted(),
  );
  return words.length === 0 ? files : files.filter((file) => words.some((word) => file.includes(word)));
}

async function runTests(files: string[], options: string[]): Promise<number> {
  if (files.some((file) => /^(web|e2e|sdk)\/|browser/.test(file))) fetchTestTools();
  if (files.some((file) => /^(web|e2e|sdk)\//.test(file))) await buildWeb();
  const { postgres, ownerUrl, appUrl } = await startTestServer();
  const runId = randomUUID();
  try {
    const usual = [
      "--test",
      ...reportersFor(options),
      // One file more than CI has processors, because many tests wait for a bank's clock or for a page.
      "--test-concurrency=3",
      `--test-timeout=${TEST_TIMEOUT_MS}`,
    ];
    const code = await run([...usual, ...options, ...groupTestFiles(ROOT, files)], {
      VITARAN_TEST_DATABASE: JSON.stringify({ ownerUrl, appUrl }),
      VITARAN_TEST_RUN: runId,
      // Hundreds of processes load the same modules, so each module is compiled once, and resolved quickly.
      NODE_COMPILE_CACHE: join(ROOT, "node_modules/.cache/compiled"),
      NODE_OPTIONS: [process.env.NODE_OPTIONS ?? "", `--import=${FIND_QUICKLY}`].join(" ").trim(),
    });
    return endLeftovers(runId) === 0 ? code : code || 1;
  } finally {
    await postgres.stop();
  }
}

/**
 * Reports outcomes, and at the end how many tests of each kind ran; options that name a reporter replace the latter.
 */
function reportersFor(options: readonly string[]): string[] {
  const spec = "--test-reporter=spec";
  if (options.some((option) => option.startsWith("--test-reporter"))) return [spec];
  const counts = `--test-reporter=${join(ROOT, "scripts/count-tests.ts")}`;
  return [spec, "--test-reporter-destination=stdout", counts, "--test-reporter-destination=stderr"];
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
