import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { bundlePackages } from "./bundle-packages.ts";

const ROOT = resolve(import.meta.dirname, "..");

/** Every file of ours with its imports by a path or by a name of its package. */
const imports = ["server", "packages", "bank-simulator", "web", "bench", "e2e", "scripts"]
  .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: ROOT, exclude: ["**/node_modules/**"] }))
  .flatMap((file) =>
    [
      ...readFileSync(join(ROOT, file), "utf8").matchAll(
        /^(?:import|export|\}) .*from "((?:[.#]|@vitaran\/)[^"]*)";$/gm,
      ),
    ].map(([, specifier]) => [pathToFileURL(join(ROOT, file)).href, specifier!] as const),
  );

interface Exported {
  readonly default: object;
}

/** Resolves each of them in a separate Node process. */
function resolveAll(options: readonly string[]): string[] {
  const program = `
    import { text } from "node:stream/consumers";
    const asked = JSON.parse(await text(process.stdin));
    const found = asked.map(([file, specifier]) => {
      try { return import.meta.resolve(specifier, file); } catch (error) { return error.code; }
    });
    console.log(JSON.stringify(found));`;
  const args = [...options, "--experimental-import-meta-resolve", "--input-type=module", "-e", program];
  const { NODE_OPTIONS: _, VITARAN_TEST_BUNDLES: __, ...env } = process.env;
  const told = execFileSync(process.execPath, args, {
    input: JSON.stringify(imports),
    encoding: "utf8",
    env,
    maxBuffer: 64_000_000,
  });
  return JSON.parse(told) as string[];
}

test("what a file imports is found where Node finds it", () => {
  const found = resolveAll([`--import=${pathToFileURL(join(ROOT, "scripts/resolve-once.mjs")).href}`]);
  const byNode = resolveAll([]);
  assert.ok(imports.length > 5_000, String(imports.length));
  assert.deepEqual(
    imports.filter((_, index) => found[index] !== byNode[index]),
    [],
  );
});

test("a bundle exports what its package exports", async () => {
  for (const [name, url] of Object.entries(await bundlePackages(ROOT))) {
    const path = join(ROOT, "node_modules", name.replace("typebox", "typebox/build"), "index.mjs");
    const [bundle, whole] = (await Promise.all(
      [url, pathToFileURL(path).href].map((one) => import(one)),
    )) as [Exported, Exported];
    assert.deepEqual(Object.keys(bundle), Object.keys(whole));
    assert.deepEqual(Object.keys(bundle.default), Object.keys(whole.default));
  }
});
