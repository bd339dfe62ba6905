/** Small test files share a process, so that the engine is loaded once for several of them; the longest start first. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Tests beside code, by module. Tests that start browsers and processes have a process to themselves. */
const BESIDE_CODE = /^(server\/src\/[^/]+\/[^/]+|bank-simulator\/src|packages\/[^/]+\/src)\//;
/** Some of these tests open engines as commands do, which changes what a process has once, like its list of IFSCs. */
const OPENS_ENGINES = /^server\/src\/surfaces\/commands\/.*\.deep\.test\.ts$/;
/** A file that does this around each test, or to the whole process, would affect the tests of the others. */
const REACHES_OTHERS = /\b(beforeEach|afterEach|decideBatches|registerBatchApprovals|mock\.)\b/;
const GROUP_MAX = 8;

/**
 * Files that take a minute or more. They start first, so that no processor is idle at the end while another runs a long
 * file.
 */
const SLOW = [
  "server/test/faults/t40-planted-bugs.deep.test.ts",
  "web/test/everywhere.deep.test.ts",
  "web/test/samples.deep.test.ts",
  "server/test/literals/literals.deep.test.ts",
  "sdk/suites.deep.test.ts",
  "server/test/faults/t01-crash-points.test.ts",
  "server/test/faults/t42-everything-fails.deep.test.ts",
  "bench/bench.deep.test.ts",
  "web/test/dashboard/transfers.deep.test.ts",
  "web/test/dashboard/tour.deep.test.ts",
];

/**
 * Returns the files to pass to `node --test` for these test files. Up to eight files of one module are loaded by one
 * file that is written into `folder`; each slow file has one of its own, which starts early. Files of several modules
 * would affect each other, because a module that is loaded may register itself for events of another.
 */
export function groupTestFiles(root: string, files: readonly string[], folder: string): string[] {
  return groupsOf(root, files).map((group, index) => {
    const [first] = group as [string];
    const place = SLOW.indexOf(first);
    if (group.length === 1 && place === -1) return first;
    // The runner takes its files in the order of their paths, absolute ones first.
    const rank = String(place).padStart(3, "0");
    const name = place === -1 ? `small-${index}-${first}` : `slow-${rank}-${first}`;
    const path = join(folder, `${name.replaceAll("/", "-")}.mjs`);
    writeFileSync(path, place === -1 ? entryOf(root, group) : `import "${urlOf(root, first)}";\n`);
    return path;
  });
}

function groupsOf(root: string, files: readonly string[]): string[][] {
  const groups: string[][] = [];
  const open = new Map<string, string[]>();
  for (const file of files) {
    const module = moduleOf(root, file);
    const group = module === undefined ? undefined : open.get(module);
    if (group !== undefined && group.length < GROUP_MAX) {
      group.push(file);
      continue;
    }
    const made = [file];
    groups.push(made);
    if (module !== undefined) open.set(module, made);
  }
  return groups;
}

/** Returns the module whose test files may share a process with this one; none if it must have one to itself. */
function moduleOf(root: string, file: string): string | undefined {
  if (SLOW.includes(file) || OPENS_ENGINES.test(file)) return undefined;
  if (REACHES_OTHERS.test(readFileSync(join(root, file), "utf8"))) return undefined;
  return BESIDE_CODE.exec(file)?.[1];
}

const urlOf = (root: string, file: string): string => pathToFileURL(join(root, file)).href;

/** The suites only contain the loading: the run must not end before the last file's tests are known. */
function entryOf(root: string, files: readonly string[]): string {
  const suites = files.map((file) => {
    return `describe("${file}", () => (last = last.then(() => import("${urlOf(root, file)}"))));`;
  });
  return ['import { describe } from "node:test";', "let last = Promise.resolve();", ...suites, ""].join("\n");
}
