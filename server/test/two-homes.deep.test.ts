import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { TIER } from "./faults/fault-world.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Tests of modules whose transactions touch the tables of merchants and those of no merchant. */
const PARTS = ["money/approvals/", "people/access/", "people/entry/"];
/** Tests of everything that a merchant does. */
const MORE = [
  "money/transfers/",
  "money/fund-sources/",
  "money/beneficiaries/",
  "money/health/",
  "money/routing/",
  "features/links/",
  "features/withdrawals/",
];
/** Tests that change rows in a way that only holds if all merchants are in one database. */
const OF_ONE_HOME = ["people/access/check-master-key.test.ts", "people/access/api-client.test.ts"];

test("tests of modules pass for merchants of a second home as well", async () => {
  const words = TIER === "nightly" ? [...PARTS, ...MORE] : PARTS;
  const child = spawn(
    process.execPath,
    [join(ROOT, "scripts/test.ts"), ...words, ...OF_ONE_HOME.map((file) => `--without=${file}`)],
    { cwd: ROOT, env: { ...environment(), VITARAN_TEST_HOMES: "2" }, stdio: ["ignore", "pipe", "pipe"] },
  );
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes: Buffer) => (said += bytes));
  const [code] = (await once(child, "exit")) as [number | null];
  assert.equal(code, 0, said.slice(said.indexOf("failing tests:")));
});

/** The run has a PostgreSQL of its own, and reports for itself. */
function environment(): NodeJS.ProcessEnv {
  const { VITARAN_TEST_DATABASE: _, NODE_TEST_CONTEXT: __, ...own } = process.env;
  return own;
}
