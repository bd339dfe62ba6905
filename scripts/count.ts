/**
 * `npm run count`: counts the code, and the things that should become fewer.
 *
 * `--at <ref>` counts another commit; `--names` also lists the repeated names. Two runs on the same files print the
 * same. It counts TypeScript and JavaScript, but not generated files.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix, resolve } from "node:path";
import { parseArgs } from "node:util";
import { TEST_FILES } from "../boundaries.js";
import { listRepeated, measureGlossary, measureSource, type SourceMeasures } from "./measure-source.ts";
import { readTree, type Tree } from "./read-tree.ts";

const ROOT = resolve(import.meta.dirname, "..");
const GENERATED = /\/generated\/|^web\/app\/dashboard\/api\/operations\.ts$/;
const CODE = /\.(ts|tsx|js|mjs)$/;
const TESTS = /\.test\.ts$|(^|\/)test\/|^e2e\//;

const isTest = (path: string): boolean =>
  TESTS.test(path) || TEST_FILES.some((pattern) => posix.matchesGlob(path, pattern));

interface Group {
  readonly name: string;
  holds(path: string): boolean;
}

const codeOf = (folder: string): Group => ({
  name: folder,
  holds: (path) => path.startsWith(`${folder}/`) && !isTest(path),
});

const GROUPS: readonly Group[] = [
  codeOf("server/src"),
  codeOf("packages"),
  codeOf("web/app"),
  codeOf("bank-simulator"),
  codeOf("sdk"),
  { name: "tests", holds: isTest },
  { name: "everything", holds: () => true },
];

const { values: options } = parseArgs({
  options: { at: { type: "string" }, names: { type: "boolean", default: false } },
});
const tree = options.at === undefined ? readTree(ROOT) : readTreeAt(options.at);
printCounts(tree);

/** Reads the files of a commit. */
function readTreeAt(ref: string): Tree {
  const folder = mkdtempSync(join(tmpdir(), "vitaran-count-"));
  try {
    const maxBuffer = 2 ** 30;
    const archive = execFileSync("git", ["archive", ref], { cwd: ROOT, maxBuffer });
    execFileSync("tar", ["-x", "-C", folder], { input: archive });
    return readTree(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function printCounts(files: Tree): void {
  const measured = [...files]
    .filter(([path]) => CODE.test(path) && !GENERATED.test(path))
    .map(([path, text]) => ({ path, ...measureSource(path, text) }));
  const columns = GROUPS.map(({ name, holds }) => ({
    name,
    ...summarise(measured.filter(({ path }) => holds(path))),
  })).filter(({ files: number }) => number > 0);
  const heads = Object.keys(columns[0]!) as (keyof Summary | "name")[];
  for (const head of heads.filter((one) => one !== "repeated type names")) {
    const cells = columns.map((column) => String(column[head]).padStart(15));
    console.log(`${(head === "name" ? "" : head).padEnd(32)}${cells.join("")}`);
  }
  const glossary = measureGlossary(files.get("GLOSSARY.md") ?? "");
  console.log(
    `\nGLOSSARY.md: ${glossary.entries} entries, ${glossary.repeated.length} words explained more than once`,
  );
  if (!options.names) return;
  console.log(`\nGlossary words explained more than once: ${glossary.repeated.join("; ")}`);
  for (const column of columns) {
    const names = column["repeated type names"];
    if (names.length > 0)
      console.log(`\nTypes declared more than once in ${column.name}: ${names.join(", ")}`);
  }
}

type Summary = ReturnType<typeof summarise>;

function summarise(measured: readonly SourceMeasures[]) {
  const sorted = measured.map(({ lines }) => lines).toSorted((a, b) => a - b);
  const sum = (of: (one: SourceMeasures) => number): number =>
    measured.reduce((total, one) => total + of(one), 0);
  const repeated = listRepeated(measured.flatMap(({ types }) => types));
  return {
    files: measured.length,
    lines: sum(({ lines }) => lines),
    "significant lines": sum(({ significant }) => significant),
    "comment lines": sum(({ comments }) => comments),
    "median lines of a file": quantile(sorted, 0.5),
    "90 % of files have at most": quantile(sorted, 0.9),
    "longest file": sorted.at(-1) ?? 0,
    "files under 30 lines": sorted.filter((lines) => lines < 30).length,
    "exported names": sum(({ exports }) => exports.length),
    "exported types": sum(({ types }) => types.length),
    "type names exported twice": repeated.length,
    unnest: sum(({ unnest }) => unnest),
    "rows.map": sum(({ rowsMap }) => rowsMap),
    'as "camelCase"': sum(({ camelAliases }) => camelAliases),
    "repeated type names": repeated,
  };
}

/** Returns the smallest value that at least this share of a sorted list does not exceed. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}
