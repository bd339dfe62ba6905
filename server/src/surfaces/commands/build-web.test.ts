import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { listWebSources } from "./build-web.ts";

const ROOT = join(import.meta.dirname, "../../../..");

test("pages are built again when a rule of the engine changes that they show", () => {
  const sources = listWebSources();
  for (const file of [
    "contract/limits.json",
    "packages/name-match/src/outcome.ts",
    "bank-simulator/src/magic.ts",
    "sdk/node/src/generated/operations.ts",
    "web/app/facts/from-the-engine.ts",
  ]) {
    assert.ok(sources.includes(file), file);
  }
});

test("what pages are made of is there", () => {
  for (const file of listWebSources()) assert.ok(existsSync(join(ROOT, file)), file);
});
