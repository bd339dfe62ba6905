/**
 * Tests of the tests: every planted bug is noticed, by its own test and for the right reason. That the same test passes
 * without the bug is proven by its own run; the nightly tier repeats it under the same names.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { cloneDatabase, findTestServer, TEMPLATE, withClient } from "../postgres.ts";
import { TIER } from "./fault-world.ts";
import { bugEnvironment, type Bug } from "./plant-bug.ts";
import { PLANTED_BUGS, type PlantedBug } from "./planted-bugs/index.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** A child that takes longer is stuck. */
const CHILD_TIMEOUT_MS = 20 * 60_000;
/** The time for all of them, two at a time. */
const TIMEOUT_MS = 2 * CHILD_TIMEOUT_MS;

const { ownerUrl, appUrl } = await findTestServer();

test(
  `each of ${PLANTED_BUGS.length} planted bugs is noticed`,
  { concurrency: 2, timeout: TIMEOUT_MS },
  async (context) => {
    await Promise.all(PLANTED_BUGS.map((bug) => context.test(bug.name, () => assertNoticed(bug))));
  },
);

if (TIER === "nightly") {
  test("without a bug each of the tests passes", { concurrency: 2 }, async (context) => {
    const files = Map.groupBy(PLANTED_BUGS, ({ caughtBy }) => caughtBy.file);
    const runs = [...files].map(([file, bugs]) => context.test(file, () => assertPasses(file, bugs)));
    await Promise.all(runs);
  });

  const suites = PLANTED_BUGS.filter(({ alsoBy }) => alsoBy !== undefined);
  test(`the long tests notice ${suites.length} of them too`, async (context) => {
    for (const { name, code = [], alsoBy } of suites) {
      await context.test(`${name}: ${alsoBy}`, async () => {
        const run = await runTest({ file: alsoBy!, tests: [] }, bugEnvironment(code));
        assert.ok(run.code !== 0 && /^not ok/m.test(run.output), run.output);
      });
    }
  });
}

async function assertPasses(file: string, bugs: readonly PlantedBug[]): Promise<void> {
  const names = bugs.map(({ caughtBy }) => caughtBy.test);
  const { code, output } = await runTest(
    { file, tests: names.includes(undefined) ? [] : (names as string[]) },
    {},
  );
  assert.equal(code, 0, output);
  const passed = [...output.matchAll(/^ok \d+ - (.*)$/gm)].map(([, name]) => name!);
  for (const name of names)
    assert.ok(
      passed.some((one) => one.includes(name ?? "")),
      `${file} has no test "${name}"`,
    );
}

async function assertNoticed({ code: bugs = [], sql, caughtBy, says }: PlantedBug): Promise<void> {
  const template = sql === undefined ? null : await makeTemplate(sql);
  try {
    const all = template === null ? bugs : [...bugs, useTemplate(template)];
    const { file, test: name } = caughtBy;
    const { code, output } = await runTest(
      { file, tests: name === undefined ? [] : [name] },
      bugEnvironment(all),
    );
    assert.notEqual(code, 0, `nobody noticed:\n${output}`);
    assert.match(output, says, "it failed for another reason");
  } finally {
    if (template !== null) await query(`drop database ${template} with (force)`);
  }
}

/** Runs a test file, or only its tests with these names, in a separate process. */
async function runTest(
  { file, tests }: { file: string; tests: readonly string[] },
  environment: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const patterns = tests.map((name) => `--test-name-pattern=${name}`);
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const child = spawn(process.execPath, ["--test-reporter=tap", ...patterns, file], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: CHILD_TIMEOUT_MS,
    killSignal: "SIGKILL",
    env: {
      ...inherited,
      ...environment,
      FAULT_TIER: "deep",
      VITARAN_TEST_DATABASE: JSON.stringify({ ownerUrl, appUrl }),
    },
  });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { code: code as number | null, output: output + errors };
}

/** Makes a migrated database without the wall, from which worlds are cloned. */
async function makeTemplate(sql: string): Promise<string> {
  const name = `planted_${randomBytes(8).toString("hex")}`;
  await query(cloneDatabase(name, TEMPLATE));
  await withClient(new URL(`/${name}`, ownerUrl).href, (client) => client.query(sql));
  return name;
}

function useTemplate(name: string): Bug {
  return {
    file: "server/test/postgres.ts",
    find: `TEMPLATE = "${TEMPLATE}"`,
    replace: `TEMPLATE = "${name}"`,
  };
}

async function query(sql: string): Promise<void> {
  await withClient(ownerUrl, (client) => client.query(sql));
}
