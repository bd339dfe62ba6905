import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { test } from "node:test";
import { BOUNDARIES, DISTRICTS } from "../boundaries.js";

const ROOT = resolve(import.meta.dirname, "..");
const TABLE = new Map<string, readonly string[]>(Object.entries(BOUNDARIES));

/** Returns the names of the folders in a folder of server/src. */
const foldersIn = (path: string): Set<string> =>
  new Set(
    readdirSync(join(ROOT, "server/src", path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name),
  );

test("every folder of server/src is a district, and every folder of a district one of its modules", () => {
  assert.deepEqual(foldersIn("."), new Set(Object.keys(DISTRICTS)));
  for (const [district, modules] of Object.entries(DISTRICTS))
    assert.deepEqual(foldersIn(district), new Set(Object.keys(modules)), district);
});

test("no arrow points to a later district", () => {
  const districts = Object.values<Record<string, readonly string[]>>(DISTRICTS);
  const floorOf = (module: string): number => districts.findIndex((modules) => module in modules);
  const upwards = [...TABLE].flatMap(([module, allowed]) =>
    allowed.filter((name) => floorOf(name) > floorOf(module)).map((name) => `${module} -> ${name}`),
  );
  assert.deepEqual(upwards, []);
});

test("every module that may be imported has a name in the imports map", () => {
  const { imports } = JSON.parse(readFileSync(join(ROOT, "server/package.json"), "utf8")) as {
    imports: object;
  };
  const named = new Set(Object.keys(imports));
  const missing = [...TABLE.values()].flat().filter((module) => !named.has(`#${module}`));
  assert.deepEqual([...new Set(missing)], []);
});

test("the arrows make no circle", () => {
  const reachable = (from: string, seen = new Set<string>()): Set<string> => {
    for (const next of TABLE.get(from) ?? []) if (!seen.has(next)) reachable(next, seen.add(next));
    return seen;
  };
  const circles = [...TABLE.keys()].filter((module) => reachable(module).has(module));
  assert.deepEqual(circles, []);
});

/** Returns the linter's complaints, with our settings, about a file with this text at this path. */
function lint(path: string, text: string): string {
  // The folder is inside the checkout, so that the linter finds its packages, but in a place that other tools ignore.
  mkdirSync(join(ROOT, "node_modules/.cache"), { recursive: true });
  const folder = mkdtempSync(join(ROOT, "node_modules/.cache/boundaries-"));
  try {
    for (const file of ["boundaries.js", "oxlint.config.ts"])
      symlinkSync(join(ROOT, file), join(folder, file));
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    const oxlint = join(ROOT, "node_modules/oxlint/bin/oxlint");
    const args = [oxlint, "-c", "oxlint.config.ts", "--no-ignore", "-f", "unix", path];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
    return stdout + stderr;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("the linter refuses what the table does not allow", () => {
  const forbidden = lint(
    "server/src/money/ledger/x.ts",
    'import { y } from "#transfers";\nconsole.log(y);\n',
  );
  assert.match(forbidden, /no-restricted-imports/);
  for (const [path, from] of [
    ["ledger/x.ts", "../audit/y.ts"],
    ["transfers/record/x.ts", "../../ledger/y.ts"],
  ]) {
    const upwards = lint(`server/src/money/${path}`, `import { y } from "${from}";\nconsole.log(y);\n`);
    assert.match(upwards, /no-restricted-imports/, path);
  }
  const within = lint(
    "server/src/money/transfers/record/x.ts",
    'import { y } from "../transfer.ts";\nconsole.log(y);\n',
  );
  assert.doesNotMatch(within, /no-restricted-imports/);
  const allowed = lint(
    "server/src/money/fund-sources/x.ts",
    'import { y } from "#ledger";\nconsole.log(y);\n',
  );
  assert.doesNotMatch(allowed, /no-restricted-imports/);
});

test("the linter refuses a page, a feature and a build step that import the server's source", () => {
  for (const path of [
    "web/app/facts/x.ts",
    "web/app/dashboard/features/batches/x.ts",
    "web/build-steps/x.ts",
  ]) {
    for (const from of ["@vitaran/server/src/kit/lib/money.ts", "../../../server/src/kit/lib/money.ts"]) {
      assert.match(
        lint(path, `import { y } from "${from}";\nconsole.log(y);\n`),
        /no-restricted-imports/,
        path,
      );
    }
  }
});

test("the linter refuses a package that imports the server, by its name or by a path", () => {
  const importing = (path: string) =>
    lint("packages/x/src/y.ts", `import { z } from "${path}";\nconsole.log(z);\n`);
  for (const path of ["@vitaran/server/src/kit/lib/money.ts", "../../../server/src/kit/lib/money.ts"]) {
    assert.match(importing(path), /no-restricted-imports/, path);
  }
  assert.doesNotMatch(importing("@vitaran/z"), /no-restricted-imports/);
});
