import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ANNOUNCED } from "./announced.ts";

test("every audited action of what protects an organization is announced or said to be silent", () => {
  const root = join(import.meta.dirname, "..");
  const files = globSync("**/*.ts", { cwd: root }).filter(
    (file) => !/\.test\.ts$|(^|\/)test\//.test(file) && !file.startsWith("entry/announced"),
  );
  const found = new Set(
    files.flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8");
      if (!/recordAudit|AuditEntry|readonly action:|change: *$|\bnote\w*\(/m.test(text)) return [];
      assert.ok(!/action: `access\./.test(text), `${file} puts an action together: write it whole`);
      return text.match(/(?<=")access\.[a-z_]+(?=")/g) ?? [];
    }),
  );
  const silent = [...found].filter((action) => ANNOUNCED[action] === undefined);
  assert.deepEqual(silent, [], "these say neither whether they are announced nor that they are not");
  const all = files.map((file) => readFileSync(join(root, file), "utf8")).join("\n");
  const gone = Object.keys(ANNOUNCED).filter((action) => !all.includes(`"${action}"`));
  assert.deepEqual(gone, [], "no one records these any more");
});
