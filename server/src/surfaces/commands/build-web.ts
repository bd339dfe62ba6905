/** Builds the web front if it is missing or older than its sources. */
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { constants, setPriority } from "node:os";
import type { Readable } from "node:stream";
import { WEB_BUILD, WEB_FOLDER } from "./mount-web.ts";

/** The sources of the pages, besides the files that they import from outside `web`. */
const SOURCES = [
  "web/{app,public,samples,build-steps}/**/*",
  "web/*.{ts,json}",
  "GLOSSARY.md",
  "server/src/main.ts",
  "server/src/surfaces/commands/*.ts",
  "packages/*/src/*.ts",
  "contract/*",
  "sdk/generate/wrap-text.ts",
];

const IMPORT_FROM_BEYOND = /from "(?:\.\.\/)+((?:server|bank-simulator|sdk|bench)\/[^"]+)"/g;

type Child = ChildProcessByStdio<null, Readable, Readable>;

interface BuildOptions {
  /** Called with a line at the start and at the end. */
  readonly say?: (line: string) => void;
  readonly apart?: boolean;
}

/** A running build. */
interface WebBuild {
  /** True once pages can be served, false if stopped. Rejects with the end of a failed build's output. */
  readonly done: Promise<boolean>;
  /** Ends the build early. */
  stop(): void;
}

/** Builds the pages if necessary and prints a line about it. Without sources it does nothing. */
export async function buildWeb(say: (line: string) => void = console.log): Promise<void> {
  await startWebBuild({ say })?.done;
}

/**
 * Starts the same build without waiting; null if there is nothing to build. With `apart` it has a low priority, and
 * only `stop` ends it, not a signal of the terminal.
 */
export function startWebBuild({ say = console.log, apart = false }: BuildOptions = {}): WebBuild | null {
  if (!existsSync(`${WEB_FOLDER}/vite.config.ts`) || !isStale()) return null;
  say("Building the web front (once, and after changes) ...");
  const child = spawn("npm", ["run", "--silent", "build", "-w", "web"], {
    cwd: `${WEB_FOLDER}/..`,
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
    // A separate process group can be ended with everything that npm has started.
    detached: apart && process.platform !== "win32",
  });
  // A server may be handling calls meanwhile.
  if (apart && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const ended = new AbortController();
  const stop = (): void => {
    ended.abort();
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    if (apart && process.platform !== "win32") process.kill(-child.pid);
    else child.kill();
  };
  return { done: finish(child, ended.signal, say), stop };
}

async function finish(child: Child, ended: AbortSignal, say: (line: string) => void): Promise<boolean> {
  const started = performance.now();
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += String(text)));
  const [code] = (await once(child, "exit")) as [number | null];
  if (ended.aborted) return false;
  if (code !== 0) throw new Error(`the web front could not be built:\n${output.slice(-4_000)}`);
  say(`  built in ${Math.round((performance.now() - started) / 1_000)} s`);
  return true;
}

function isStale(): boolean {
  const built = statSync(`${WEB_BUILD}/csp.json`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (built === 0) return true;
  const changed = (file: string): number =>
    statSync(`${WEB_FOLDER}/../${file}`, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
  return listWebSources().some((file) => changed(file) > built);
}

/** Lists the files that pages are made of, from the root: our own, and what they import of the engine. */
export function listWebSources(): string[] {
  const root = `${WEB_FOLDER}/..`;
  const files = globSync(SOURCES, { cwd: root });
  const imported = files
    .filter((file) => /^web\/.*\.tsx?$/.test(file))
    .flatMap((file) => [...readFileSync(`${root}/${file}`, "utf8").matchAll(IMPORT_FROM_BEYOND)])
    .map(([, file]) => file!);
  return [...new Set([...files, ...imported])];
}
