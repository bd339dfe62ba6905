/** Checks the rules of `npm run check` that no linter knows; prints violations and fails. */
import { resolve } from "node:path";
import { readTree, type Tree } from "./read-tree.ts";
import * as code from "./tidy-code.ts";
import { findFragments } from "./tidy-comments.ts";
import * as documents from "./tidy-documents.ts";
import { findLoneExports, findTwinTypes } from "./tidy-exports.ts";
import { findForeignReads } from "./tidy-reads.ts";

const RULES: readonly ((tree: Tree) => string[])[] = [
  code.findForeignWrites,
  (tree) => findForeignReads(tree),
  code.findHomelessMigrations,
  code.findUnimported,
  code.findBadNames,
  code.findLeftovers,
  code.findLateWorlds,
  code.findLongLines,
  findFragments,
  findLoneExports,
  findTwinTypes,
  documents.findBadReadmes,
  documents.findBadTitles,
  documents.findChangedMigrations,
  documents.findSilentMigrations,
  documents.findForeignPackages,
];

const tree = readTree(resolve(import.meta.dirname, ".."));
const complaints = RULES.flatMap((rule) => rule(tree));
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exitCode = 1;
else console.log(`${tree.size} files are tidy`);
