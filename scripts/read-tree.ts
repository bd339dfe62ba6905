/** The repository as the tidy rules see it: a map from paths (with forward slashes) to texts. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type Tree = ReadonlyMap<string, string>;

/** Folders that are generated, downloaded or stored, not written. */
const SKIPPED = new Set([
  ".git",
  "node_modules",
  ".data",
  "build",
  ".react-router",
  "results",
  "coverage",
  "target",
]);

const ENDINGS = "ts|tsx|js|mjs|cjs|json|sql|md|mdx|yml|yaml|css|html|sh|py|php|java|xml|txt|svg|toml";
const TEXT = new RegExp(`(^|/)(Dockerfile|run|[^/]+\\.(${ENDINGS}))$`);

/** Reads all text files under `root`. */
export function readTree(root: string): Tree {
  const tree = new Map<string, string>();
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) walk(path);
      else if (entry.isFile() && TEXT.test(path)) tree.set(path, readFileSync(join(root, path), "utf8"));
    }
  };
  walk("");
  return tree;
}
