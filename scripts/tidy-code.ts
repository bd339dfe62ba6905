/** Tidy rules about code: modules that write foreign schemas, files that nothing imports, leftovers. */
import { basename, posix } from "node:path";
import { BOUNDARIES, TEST_FILES } from "../boundaries.js";
import type { Tree } from "./read-tree.ts";

/** Schemas that a module writes besides its own, with the reason. */
const ALSO_WRITES: Readonly<Record<string, readonly string[]>> = {
  // The test clock is the only part of lib that can be moved.
  sandbox: ["lib"],
};

const MODULES = Object.keys(BOUNDARIES);
export const schemaOf = (module: string): string => module.replaceAll("-", "_");
const SCHEMAS = new Set(MODULES.map(schemaOf));

export const isTestFile = (path: string): boolean =>
  path.endsWith(".test.ts") || TEST_FILES.some((pattern) => posix.matchesGlob(path, pattern));

const WRITE =
  /\b(insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+([a-z_]+)\.([a-z_]+)/gi;
const DEFINE =
  /\b(create\s+table|alter\s+table|create\s+(?:unique\s+)?index[^;]*?\son)\s+([a-z_]+)\.([a-z_]+)/gi;

/** An owner reads the rows of other modules while row level security is not forced. */
const FORCE = /alter table \S+ (?:no )?force row level security;/g;

/** Finds SQL that writes, or in a migration creates, a table of another module's schema. */
export function findForeignWrites(tree: Tree): string[] {
  return [...tree].flatMap(([path, text]) => {
    const module = moduleOf(path);
    if (module === null || isTestFile(path)) return [];
    const own = new Set([schemaOf(module), ...(ALSO_WRITES[module] ?? [])]);
    const defining = path.endsWith(".sql") ? text.replaceAll(FORCE, "") : "";
    const found = [...text.matchAll(WRITE), ...defining.matchAll(DEFINE)];
    return found
      .filter(([, , schema = ""]) => SCHEMAS.has(schema) && !own.has(schema))
      .map(
        ([statement]) =>
          `${path}: ${module} writes another module's table: ${statement.replaceAll(/\s+/g, " ")}`,
      );
  });
}

/**
 * Returns the module to which a source file or migration belongs. If two fit a migration's name, the longer one wins.
 */
export function moduleOf(path: string): string | null {
  const inSource = /^server\/src\/[^/]+\/([^/]+)\//.exec(path)?.[1];
  if (inSource !== undefined) return inSource;
  const migration = /^server\/migrations\/\d{4}-(.+)\.sql$/.exec(path)?.[1];
  if (migration === undefined) return null;
  const fitting = MODULES.filter((module) => migration === module || migration.startsWith(`${module}-`));
  return fitting.toSorted((a, b) => b.length - a.length)[0] ?? null;
}

/** Finds migrations whose name does not begin with a module's. */
export function findHomelessMigrations(tree: Tree): string[] {
  return [...tree.keys()]
    .filter((path) => /^server\/migrations\/[^/]+\.sql$/.test(path) && moduleOf(path) === null)
    .map((path) => `${path}: a migration is named NNNN-module-what.sql`);
}

const IMPORTABLE = /^(server|packages|bank-simulator|bench|e2e|sdk|scripts)\/.*\.(ts|mjs|js)$/;

/**
 * Finds source files whose name occurs in no other file. Faces, entry points and tests are found by whatever runs them.
 */
export function findUnimported(tree: Tree): string[] {
  const named = new Map<string, Set<string>>();
  for (const [path, text] of tree) {
    if (!/\.(ts|tsx|js|mjs|json|sh|yml)$|\/run$/.test(path)) continue;
    for (const [word] of text.matchAll(/[\w-]+(?=\.(?:ts|mjs|js)\b|["'])/g)) {
      named.set(word, (named.get(word) ?? new Set()).add(path));
    }
  }
  return [...tree.keys()]
    .filter((path) => IMPORTABLE.test(path) && !/(^|\/)(index|main)\.ts$|\.test\.ts$/.test(path))
    .filter((path) => {
      const files = named.get(basename(path).replace(/\.\w+$/, ""));
      return files === undefined || [...files].every((file) => file === path);
    })
    .map((path) => `${path}: nothing imports it`);
}

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|deep\.test|d|config))?\.(ts|tsx|mjs|js)$/;

/** Finds file names that are not kebab-case, or that say nothing. */
export function findBadNames(tree: Tree): string[] {
  return [...tree.keys()]
    .filter((path) =>
      /^(server|packages|bank-simulator|bench|e2e|sdk|scripts)\/.*\.(ts|tsx|mjs|js)$/.test(path),
    )
    .filter((path) => !NAME.test(basename(path)) || /^(utils?|helpers?|common|misc)\./.test(basename(path)))
    .map((path) => `${path}: a file is named verb-noun or noun, in kebab-case, and never "helpers"`);
}

// The expression is assembled here, so that this file does not match itself.
const MARKER = new RegExp(
  `\\b(${["TO", "FIX", "XX"].map((word, at) => word + ["DO", "ME", "X"][at]).join("|")})\\b`,
);
const FOCUS = /\b(test|it|describe|suite|t)\.(only|skip|todo)\(|\b(only|skip): true\b/;
const MACHINE_PATH = /(?<![\w.:/$}-])\/(work|root|home\/[a-z]\w*|Users\/\w+)\/\w/;

/** Finds markers of unfinished work, skipped tests, and paths of someone's machine. */
export function findLeftovers(tree: Tree): string[] {
  return [...tree].flatMap(([path, text]) =>
    text.split("\n").flatMap((line, at) => {
      const where = `${path}:${at + 1}`;
      if (MARKER.test(line)) return [`${where}: unfinished work is not marked but done: ${line.trim()}`];
      if (isTestFile(path) && FOCUS.test(line)) return [`${where}: no test is left out: ${line.trim()}`];
      return MACHINE_PATH.test(line) ? [`${where}: a path of somebody's machine: ${line.trim()}`] : [];
    }),
  );
}

const TEST = /^(test|describe|it)\(/m;
const AWAITED = /^(const .*= )?await (?!import\b)/m;

/**
 * Finds test files that wait for something, such as a world, after their first test. That test may end meanwhile, and
 * node:test then never closes what is opened after it, so the file's process does not end.
 */
export function findLateWorlds(tree: Tree): string[] {
  return [...tree].flatMap(([path, text]) => {
    const declared = path.endsWith(".test.ts") ? text.search(TEST) : -1;
    if (declared === -1 || !AWAITED.test(text.slice(declared))) return [];
    return [`${path}: what a file waits for stands before its first test`];
  });
}

const LINE_MAX = 120;

/** Finds lines that the formatter cannot break (comments, texts) and that are too long to read. */
export function findLongLines(tree: Tree): string[] {
  return [...tree].flatMap(([path, text]) => {
    if (!/\.(ts|tsx|mjs|js|sql)$/.test(path) || path === "server/schema.sql" || path.includes("/generated/"))
      return [];
    if (!/^(server|packages|bank-simulator|bench|e2e|sdk|scripts)\//.test(path)) return [];
    return text
      .split("\n")
      .flatMap((line, at) =>
        line.length > LINE_MAX ? [`${path}:${at + 1}: ${line.length} characters in a line`] : [],
      );
  });
}
