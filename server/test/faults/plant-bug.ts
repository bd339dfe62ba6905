/**
 * Bugs planted in a test process, so that a test can prove that it would have noticed them.
 *
 * Nothing on disk changes: while a module is loaded, a piece of its text is replaced. The parent names the bugs, and
 * the child (with its own children) is started in the environment that `bugEnvironment` returns:
 *
 *     const bugs = [{ file: "server/src/money/transfers/fact.ts", find: "a <= b", replace: "a < b" }];
 *     spawn(process.execPath, ["--test", "server/test/faults/t11-fact-permutations.test.ts"], {
 *       env: { ...process.env, ...bugEnvironment(bugs) },
 *     });
 *
 * `file` is a path from the repository's root. `find` must occur in the file exactly once and must be part of the
 * code: if that place was rewritten, the test stops with the bug's name, already in the parent.
 *
 * A process can also plant bugs in itself: `plantBugs(bugs)` before it imports the modules that contain them.
 */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

export interface Bug {
  /** The path from the root of the repository. */
  readonly file: string;
  /** The text that is replaced; it occurs exactly once. */
  readonly find: string;
  readonly replace: string;
}

const ROOT = new URL("../../../", import.meta.url);
const VARIABLE = "VITARAN_PLANTED_BUGS";

/** Returns the environment variables that make a Node process plant the bugs. Throws if a bug has lost its place. */
export function bugEnvironment(bugs: readonly Bug[]): Record<string, string> {
  for (const bug of bugs) plant(bug, readFileSync(placeOf(bug), "utf8"));
  const options = [process.env.NODE_OPTIONS, `--import=${import.meta.url}`];
  return { NODE_OPTIONS: options.filter(Boolean).join(" "), [VARIABLE]: JSON.stringify(bugs) };
}

/** Plants the bugs in everything that this process loads from now on. Throws if a bug has lost its place. */
function plantBugs(bugs: readonly Bug[]): void {
  const bugsAt = Map.groupBy(bugs, (bug) => pathToFileURL(placeOf(bug)).href);
  for (const bug of bugs) plant(bug, readFileSync(placeOf(bug), "utf8"));
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const here = bugsAt.get(url);
      if (here === undefined) return loaded;
      const { source } = loaded;
      const text = typeof source === "string" ? source : new TextDecoder().decode(source as Uint8Array);
      return { ...loaded, source: here.reduce((changed, bug) => plant(bug, changed), text) };
    },
  });
}

const placeOf = (bug: Bug): string => fileURLToPath(new URL(bug.file, ROOT));

function plant({ file, find, replace }: Bug, text: string): string {
  const [before, after, ...more] = text.split(find);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`a bug cannot be planted: ${file} must have this exactly once: ${find}`);
  }
  return before + replace + after;
}

const given = process.env[VARIABLE];
if (given !== undefined) plantBugs(JSON.parse(given) as Bug[]);
