import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { groupTestFiles } from "./group-test-files.ts";

const root = mkdtempSync(join(tmpdir(), "vitaran-groups-"));
after(() => rmSync(root, { recursive: true }));

test("each test file is run once: those of a module together, others by themselves, slow ones first", () => {
  const small = Array.from({ length: 10 }, (_, index) => `server/src/money/ledger/${index}.test.ts`);
  small.push("server/src/money/ledger/inner/long.deep.test.ts");
  const hooked = "server/src/money/ledger/hooked.test.ts";
  const slow = ["server/test/literals/literals.deep.test.ts", "web/test/everywhere.deep.test.ts"];
  const others = [
    "server/src/surfaces/commands/long.deep.test.ts",
    "server/src/money/rails/one.test.ts",
    "server/test/faults/t01.test.ts",
    "server/test/faults/t02.test.ts",
  ];
  for (const file of [...small, hooked, ...slow, ...others]) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), file === hooked ? "afterEach(reset);" : "");
  }

  const given = groupTestFiles(root, [...small, hooked, ...slow, ...others], root);

  const written = given.filter((path) => path.endsWith(".mjs"));
  const alone = written.filter((path) => slow.some((file) => readFileSync(path, "utf8").includes(file)));
  assert.equal(alone.length, slow.length);
  assert.deepEqual(
    written.toSorted().slice(0, slow.length),
    alone.toSorted(),
    "the slow ones are begun first",
  );
  const groups = written.filter((path) => !alone.includes(path));
  const grouped = groups.map((path) =>
    small.filter((file) => readFileSync(path, "utf8").includes(`${file}"`)),
  );
  assert.deepEqual(
    grouped.map(({ length }) => length),
    [8, 3],
  );
  assert.deepEqual(grouped.flat(), small);
  assert.deepEqual(
    given.filter((path) => !written.includes(path)),
    [hooked, ...others],
  );
});
