// The audit log can be filtered by every area that writes to it.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { areas } from "../../app/dashboard/features/members/audit-areas.ts";

const source = new URL("../../../server/src/", import.meta.url);

/** Returns the modules that write to the audit log. The names of their actions begin with the module's name. */
function listRecorders(): string[] {
  const files = globSync("*/*/**/*.ts", { cwd: source }).filter((file) => !/\.test\.ts$|\/test\//.test(file));
  const recording = files.filter((file) =>
    /import [^;]*\brecordAudit\b[^;]* from "#audit"/.test(readFileSync(new URL(file, source), "utf8")),
  );
  return [...new Set(recording.map((file) => file.split("/")[1]!))].toSorted();
}

test("every module that records what was done has its area in the filter, and no other stands there", () => {
  const recorders = listRecorders();
  assert.ok(recorders.includes("reconciliation") && recorders.includes("routing"), recorders.join());
  assert.deepEqual(
    areas.map((area) => area.replace("_", "-")),
    recorders,
  );
});
