/** Tidy rules about documents, migrations and the lockfile. */
import { createHash } from "node:crypto";
import type { Tree } from "./read-tree.ts";

const README_LINES_MAX = 20;

/** Finds modules and packages without a README.md, or with one that is too long. */
export function findBadReadmes(tree: Tree): string[] {
  const folders = new Set(
    [...tree.keys()].flatMap((path) => /^(?:server\/src\/[^/]+|packages)\/[^/]+(?=\/)/.exec(path)?.[0] ?? []),
  );
  return [...folders].flatMap((folder) => {
    const path = `${folder}/README.md`;
    const text = tree.get(path);
    if (text === undefined) return [`${path} is missing`];
    const lines = text.trimEnd().split("\n").length;
    return lines > README_LINES_MAX ? [`${path} has ${lines} lines, more than ${README_LINES_MAX}`] : [];
  });
}

/** Finds documents that do not have exactly one title. */
export function findBadTitles(tree: Tree): string[] {
  return [...tree].flatMap(([path, text]) => {
    if (!path.endsWith(".md") || path.startsWith(".github/")) return [];
    const prose = text.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, "");
    const titles = [...prose.matchAll(/^# \S/gm)].length;
    return titles === 1 ? [] : [`${path} has ${titles} titles instead of one`];
  });
}

export const CHECKSUMS = "server/migrations/checksums.json";

/** Returns the SHA-256 that identifies a released migration. Line endings do not count. */
export function checksumOf(sql: string): string {
  return createHash("sha256").update(sql.replaceAll("\r\n", "\n")).digest("hex");
}

/** Finds released migrations (those in checksums.json) that were changed or removed. */
export function findChangedMigrations(tree: Tree): string[] {
  const released = JSON.parse(tree.get(CHECKSUMS) ?? "{}") as Record<string, string>;
  return Object.entries(released).flatMap(([file, checksum]) => {
    const sql = tree.get(`server/migrations/${file}`);
    if (sql === undefined) return [`server/migrations/${file} was released and is gone`];
    return checksumOf(sql) === checksum
      ? []
      : [`server/migrations/${file} was changed after it was released`];
  });
}

/** Finds migrations that do not begin with a sentence that gives their reason. */
export function findSilentMigrations(tree: Tree): string[] {
  return [...tree]
    .filter(([path, sql]) => /^server\/migrations\/.*\.sql$/.test(path) && !/^-- [A-Z].*\S/.test(sql))
    .map(([path]) => `${path}: the first line says why, as a comment`);
}

/** Finds packages from anywhere but the public registry, and settings that name a registry. */
export function findForeignPackages(tree: Tree): string[] {
  const lock = JSON.parse(tree.get("package-lock.json") ?? "{}") as {
    packages?: Record<string, { resolved?: string; link?: boolean }>;
  };
  return Object.entries(lock.packages ?? {}).flatMap(([path, { resolved, link }]) => {
    if (resolved === undefined || link === true) return [];
    if (resolved.startsWith("https://registry.npmjs.org/")) return [];
    return [`package-lock.json: ${path} comes from ${resolved}`];
  });
}
