import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { test } from "node:test";
import { noteFeedback } from "#site";
import { makeWorld } from "#test/world";

const world = await makeWorld();
const dataDir = mkdtempSync(join(tmpdir(), "vitaran-site-"));
world.onClose(async () => rmSync(dataDir, { recursive: true, force: true }));

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [MAIN, "feedback", ...args], {
    env: { ...process.env, ...world.environment, DATABASE_URL: world.ownerUrl, VITARAN_DATA_DIR: dataDir },
  });

test("an operator reads what readers answered, the least helpful page first", async () => {
  for (const [page, helpful] of [
    ["/payout/faqs", true],
    ["/payout/faqs", true],
    ["/payout/downtimes", false],
    ["/payout/downtimes", true],
  ] as const) {
    await noteFeedback(world.ctx, { page, helpful, changed: false });
  }
  const { stdout } = await run("--months", "2");
  assert.deepEqual(JSON.parse(stdout), [
    { page: "/payout/downtimes", yes: 1, no: 1 },
    { page: "/payout/faqs", yes: 2, no: 0 },
  ]);
  for (const months of ["0", "x", "121", "1.5"]) await assert.rejects(run("--months", months), months);
});
