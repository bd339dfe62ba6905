/** Runs the servers of two commits side by side, each from a copy of its files and with its own database. */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { startPostgres } from "@vitaran/dev-postgres";
import { withClient } from "../../server/test/postgres.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const START_WITHIN_MS = 300_000;
/** The servers end with this process, however it ends. */
const END_WITH_US = pathToFileURL(join(ROOT, "scripts/end-with-parent.mjs")).href;

export interface KeyPair {
  readonly merchantId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly httpStatus: string;
}

/** The demo merchants, as the server has written them. */
export interface Demo {
  readonly dashboard: { readonly email: string; readonly password: string };
  readonly clients: readonly KeyPair[];
}

export interface RunningServer {
  readonly port: number;
  readonly demo: Demo;
  /** Runs one of its commands, such as `set-client`. */
  run(...command: string[]): Promise<void>;
}

export interface Twins {
  readonly before: RunningServer;
  readonly after: RunningServer;
  close(): Promise<void>;
}

/** Starts the server of a commit and that of the working tree. */
export async function startTwins(ref: string): Promise<Twins> {
  const folder = mkdtempSync(join(tmpdir(), "vitaran-compare-"));
  const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const one of closers.splice(0).toReversed()) await one();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void close().finally(() => process.exit(1)));
  try {
    const silent = { info: () => undefined, warn: () => undefined };
    // Nothing here needs to survive a crash of the machine.
    const settings = { fsync: "off", full_page_writes: "off", max_connections: "100" };
    const postgres = await startPostgres({ dataDir: join(folder, "postgres"), log: silent, settings });
    closers.push(() => postgres.stop());
    // Roles belong to all databases of a PostgreSQL, so both servers must use the same password.
    const masterKey = randomBytes(32).toString("base64");
    const start = async (name: string, commit: string | null): Promise<RunningServer> => {
      const checkout = join(folder, name);
      copyFiles(checkout, commit);
      await withClient(postgres.url, (client) => client.query(`create database ${name}`));
      const databaseUrl = new URL(`/${name}`, postgres.url).href;
      const { stop, ...server } = await startServer(checkout, { databaseUrl, masterKey });
      closers.push(stop);
      return server;
    };
    const [before, after] = [await start("before", ref), await start("after", null)];
    return { before, after, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Copies the files of a commit, or those of the working tree if it is null, and links their packages. */
function copyFiles(folder: string, commit: string | null): void {
  mkdirSync(folder);
  const run = (program: string, args: string[], input?: Buffer | string): Buffer =>
    execFileSync(program, args, { cwd: ROOT, maxBuffer: 2 ** 30, ...(input === undefined ? {} : { input }) });
  const archive =
    commit === null
      ? run(
          "tar",
          ["-c", "--null", "-T", "-"],
          listFiles(run("git", ["ls-files", "-coz", "--exclude-standard"])),
        )
      : run("git", ["archive", commit]);
  run("tar", ["-x", "-C", folder], archive);
  // Without this file a server does not build its pages, which would take minutes and is not compared.
  rmSync(join(folder, "web/vite.config.ts"), { force: true });
  linkPackages(folder);
}

/** A file that was deleted, but is still in Git's index, cannot be copied. */
const listFiles = (names: Buffer): string =>
  names
    .toString()
    .split("\0")
    .filter((name) => name !== "" && existsSync(join(ROOT, name)))
    .join("\0");

/** Packages of the registry come from the working tree, and workspaces from the copy. */
function linkPackages(folder: string): void {
  const modules = join(folder, "node_modules");
  const { packages } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")) as {
    packages: Record<string, { link?: boolean; resolved?: string }>;
  };
  const own = Object.entries(packages).filter(([, { link }]) => link === true);
  const scopes = new Set(own.map(([path]) => path.split("/")[1]));
  mkdirSync(modules);
  for (const name of readdirSync(join(ROOT, "node_modules")))
    if (!scopes.has(name)) symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
  for (const [path, { resolved = "" }] of own) {
    const link = join(folder, path);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(dirname(link), join(folder, resolved)), link);
  }
}

interface Place {
  readonly databaseUrl: string;
  readonly masterKey: string;
}

/** Runs the same as `npm start` in a checkout, until its demo can be used. */
async function startServer(
  checkout: string,
  { databaseUrl, masterKey }: Place,
): Promise<RunningServer & { stop(): Promise<void> }> {
  const port = randomInt(20_000, 32_000);
  const dataDir = join(checkout, ".data");
  const env = {
    ...process.env,
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    VITARAN_MASTER_KEY: masterKey,
    VITARAN_DATA_DIR: dataDir,
    VITARAN_DEMO_HISTORY: "off",
    LOG_LEVEL: "warn",
  };
  const { scripts } = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8")) as {
    scripts: { vitaran: string };
  };
  const [, , program = ""] = scripts.vitaran.split(" ");
  const spawnCommand = (command: readonly string[]): ChildProcess =>
    spawn(process.execPath, ["--import", END_WITH_US, program, ...command], {
      cwd: checkout,
      env,
      stdio: ["ignore", "ignore", "inherit", "pipe"],
    });
  const child = spawnCommand(["start"]);
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  const run = async (...command: string[]): Promise<void> => {
    const [code] = (await once(spawnCommand(command), "exit")) as [number | null];
    if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}; what it said stands above`);
  };
  try {
    await waitUntilReady(child, port, join(dataDir, "demo.json"));
    const demo = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")) as Demo;
    return { port, demo, run, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The credentials of the demo are the last thing that a server writes before it can be used. */
async function waitUntilReady(child: ChildProcess, port: number, credentials: string): Promise<void> {
  const until = performance.now() + START_WITHIN_MS;
  const isReady = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!existsSync(credentials) || !(await isReady())) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error("a server ended while it started");
    if (performance.now() > until) throw new Error("a server did not start in time");
    await sleep(50);
  }
}
