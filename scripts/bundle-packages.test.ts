/** The bundle of typebox is made in a clone that has just been installed, also by two runs at once. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { bundlePackages } from "./bundle-packages.ts";

const TYPEBOX = resolve(import.meta.dirname, "../node_modules/typebox");

test("two runs in a clone without a cache make one bundle that exports what the package does", async (t) => {
  const root = mkdtempSync(join(tmpdir(), "vitaran-bundle-"));
  t.after(() => rmSync(root, { recursive: true }));
  for (const folder of ["node_modules", "server"]) mkdirSync(join(root, folder));
  symlinkSync(TYPEBOX, join(root, "node_modules/typebox"));
  const [one, other] = await Promise.all([bundlePackages(root), bundlePackages(root)]);
  assert.deepEqual(one, other);
  assert.equal(readdirSync(join(root, "node_modules/.cache")).length, 1);
  for (const [name, address] of Object.entries(one)) {
    const bundled = (await import(address)) as object;
    assert.deepEqual(Object.keys(bundled).toSorted(), Object.keys((await import(name)) as object).toSorted());
  }
});
