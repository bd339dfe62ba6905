/** Tests the packed server in a folder of node_modules, where Node only runs plain JavaScript. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, test } from "node:test";
import { stagePackage } from "./pack-server.ts";

const ROOT = resolve(import.meta.dirname, "..");
const stage = mkdtempSync(join(ROOT, "node_modules", ".vitaran-pack-"));
after(() => rmSync(stage, { recursive: true, force: true }));
stagePackage(stage);

const help = (main: string): string =>
  execFileSync(process.execPath, [join(main), "--help"], { encoding: "utf8", cwd: stage });

test("every command stands in the package as it does here, and none needs a type to be stripped", () => {
  assert.equal(help(join(stage, "bin.js")), help(join(ROOT, "server/src/main.ts")));
});

test("it is whole: code, migrations, tables and fonts are there, tests and TypeScript are not", () => {
  const files = globSync("{server,bank-simulator,node_modules}/**/*", { cwd: stage });
  assert.deepEqual(
    files.filter((file) => /\.ts$|\.test\.js$/.test(file)),
    [],
  );
  const sources = globSync(
    [
      "{server/{src,migrations},packages/*/src}/**/*.{sql,bin,csv,css,txt,ttf}",
      "server/migrations/before-baseline.json",
    ],
    { cwd: ROOT },
  );
  assert.ok(sources.length > 40, String(sources.length));
  const placeOf = (file: string): string => join(stage, file.replace(/^packages/, "node_modules/@vitaran"));
  assert.deepEqual(
    sources.filter((file) => !/\/test\//.test(file) && !existsSync(placeOf(file))),
    [],
  );
  const manifest = JSON.parse(readFileSync(join(stage, "package.json"), "utf8")) as Record<string, object>;
  assert.deepEqual(manifest.bin, { vitaran: "bin.js" });
  assert.equal(manifest.scripts, undefined, "npx runs it without an install script");
});

test("what it names by a relative path is there", () => {
  const missing = globSync("{server,bank-simulator,node_modules/@vitaran/*}/src/**/*.js", {
    cwd: stage,
  }).flatMap((file) => {
    const code = readFileSync(join(stage, file), "utf8");
    const named = [...code.matchAll(/(?:from|import\(|new URL\()\s*"(\.{1,2}\/[^"]+\.js)"/g)];
    return named.map(([, path]) => join(stage, file, "..", path!)).filter((path) => !existsSync(path));
  });
  assert.deepEqual(missing, []);
});
