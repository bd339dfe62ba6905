/** Small test files share a process, so that the engine is loaded once for several of them. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** Tests of one module, beside its code. What starts browsers and processes of its own keeps a process to itself. */
const BESIDE_CODE = /^(server|bank-simulator)\/src\//;
/** What a file does around each test, or to the whole process, it would do to the others' tests. */
const REACHES_OTHERS = /\b(beforeEach|afterEach|decideBatches|registerBatchApprovals|mock\.)\b/;
const GROUP_MAX = 8;

/**
 * The files to give to `node --test` for these test files: those of one folder stand behind one file, up to eight at a
 * time, that is written here and loads one after the other.
 */
export function groupTestFiles(root: string, files: readonly string[]): string[] {
  const folder = join(root, "node_modules/.cache/test-groups");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return groupsOf(root, files).map((group, index) => {
    if (group.length === 1) return group[0]!;
    const path = join(folder, `${index}-${dirname(group[0]!).replaceAll("/", "-")}.mjs`);
    writeFileSync(path, entryOf(root, group));
    return path;
  });
}

function groupsOf(root: string, files: readonly string[]): string[][] {
  const groups: string[][] = [];
  const open = new Map<string, string[]>();
  for (const file of files) {
    const folder = dirname(file);
    const group = mayShare(root, file) ? open.get(folder) : undefined;
    if (group !== undefined && group.length < GROUP_MAX) {
      group.push(file);
      continue;
    }
    const made = [file];
    groups.push(made);
    if (mayShare(root, file)) open.set(folder, made);
  }
  return groups;
}

function mayShare(root: string, file: string): boolean {
  return BESIDE_CODE.test(file) && !REACHES_OTHERS.test(readFileSync(join(root, file), "utf8"));
}

/** The suites hold no more than the loading: the run must not end before the last file's tests are known. */
function entryOf(root: string, files: readonly string[]): string {
  const suites = files.map((file) => {
    const url = pathToFileURL(join(root, file)).href;
    return `describe("${file}", () => (last = last.then(() => import("${url}"))));`;
  });
  return ['import { describe } from "node:test";', "let last = Promise.resolve();", ...suites, ""].join("\n");
}
