import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";

const REPORTER = pathToFileURL(join(import.meta.dirname, "show-progress.ts")).href;

const folder = mkdtempSync(join(tmpdir(), "vitaran-progress-"));
after(() => rmSync(folder, { recursive: true }));

/** Two files, the second of which stands for two that share a process, as group-test-files.ts writes them. */
const FILES = {
  "alone.test.mjs": `
    test("sound", (context) => context.diagnostic("It tells a figure"));
    test("broken", () => { throw new Error("The rupee is gone"); });`,
  "small-0-server.mjs": `
    describe("server/src/one.test.ts", () => { test("first", () => {}); });
    describe("server/src/two.test.ts", () => {
      test("second", () => {});
      test("third", { skip: "no bank" }, () => {});
    });`,
};

test("a run shows what failed, node's closing lines and how many files are done, and no test that passed", () => {
  const paths = Object.entries(FILES).map(([name, text]) => {
    writeFileSync(join(folder, name), `import { describe, test } from "node:test";${text}`);
    return join(folder, name);
  });
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--test", `--test-reporter=${REPORTER}`, ...paths],
    { encoding: "utf8", env: { ...inherited, VITARAN_TEST_FILES: "3" } },
  );

  assert.equal(status, 1);
  assert.match(stdout, /✖ broken/);
  assert.match(stdout, /The rupee is gone/);
  assert.match(stdout, /ℹ tests 5\n[^]*ℹ pass 3\nℹ fail 1\n[^]*ℹ skipped 1\n/);
  assert.doesNotMatch(stdout, /sound|first|second|figure/);
  assert.match(stderr, /^\d+:\d\d {2}3 of 3 files done, 3 tests passed, 1 failed\n$/);
});
