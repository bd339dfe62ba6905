/**
 * The migrations numbered below 0100 are the baseline: one file for each schema makes at once what the migrations
 * before them made step by step. A database that those have made has all of it, so the baseline counts as applied.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { MigrationError } from "./errors.ts";
import type { Migration } from "./migrate.ts";

/** The migrations that the baseline replaces. */
interface History {
  /** The last commit that has them. */
  readonly commit: string;
  /** Their checksums by name. */
  readonly migrations: Readonly<Record<string, string>>;
}

const FILE = "before-baseline.json";
const BASELINE_END = "0100";

/**
 * Returns a database's migrations, by name with their checksums, with the baseline of this folder in place of those
 * that it replaces. Throws `MigrationError` if only some of them were applied.
 */
export function countBaseline(
  applied: ReadonlyMap<string, string>,
  { folder, migrations }: { readonly folder: string; readonly migrations: readonly Migration[] },
): ReadonlyMap<string, string> {
  const path = join(folder, FILE);
  if (!existsSync(path)) return applied;
  const history = JSON.parse(readFileSync(path, "utf8")) as History;
  const replaced = Object.entries(history.migrations);
  if (!replaced.some(([name]) => applied.has(name))) return applied;
  for (const [name, checksum] of replaced) {
    const known = applied.get(name);
    if (known === checksum) continue;
    throw new MigrationError(
      known === undefined
        ? `${name} was never applied, and this version replaces it: upgrade to the version of commit ` +
            `${history.commit} first, the last one that has it, and then to this one`
        : `${name} is not the migration of that name which this version replaces: it was changed`,
    );
  }
  const baseline = migrations.filter(({ name }) => name < BASELINE_END);
  return new Map([
    ...baseline.map(({ name, checksum }) => [name, checksum] as const),
    ...[...applied].filter(([name]) => !(name in history.migrations)),
  ]);
}
