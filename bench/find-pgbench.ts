/** Finds pgbench, PostgreSQL's own benchmark, if it is installed; the embedded PostgreSQL does not include it. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

export interface Pgbench {
  readonly path: string;
  readonly version: string;
}

const DEBIAN = "/usr/lib/postgresql";

/**
 * Returns the program that `PGBENCH` names, else the first on the PATH, else the newest of Debian's; null if there is
 * none. Its version can differ from the server's. Throws if `PGBENCH` names something else.
 */
export function findPgbench(environment: NodeJS.ProcessEnv = process.env): Pgbench | null {
  const named = environment["PGBENCH"] ?? "";
  if (named !== "") {
    const pgbench = readVersion(named);
    if (pgbench === null) throw new Error(`PGBENCH is "${named}", which is no pgbench`);
    return pgbench;
  }
  for (const folder of [...(environment["PATH"] ?? "").split(delimiter), ...listDebian()]) {
    const path = join(folder, "pgbench");
    const pgbench = folder !== "" && existsSync(path) ? readVersion(path) : null;
    if (pgbench !== null) return pgbench;
  }
  return null;
}

function listDebian(): string[] {
  if (!existsSync(DEBIAN)) return [];
  const versions = readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(DEBIAN, version, "bin"));
}

function readVersion(path: string): Pgbench | null {
  const { stdout } = spawnSync(path, ["--version"], { encoding: "utf8" });
  const version = /^pgbench \(PostgreSQL\) (\S+)/.exec(stdout ?? "")?.[1];
  return version === undefined ? null : { path, version };
}
