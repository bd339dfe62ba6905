/** Starts our own programs as processes that never outlive this one, however it ends. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";

export const ROOT = resolve(import.meta.dirname, "..");

const WATCH = resolve(ROOT, "scripts/end-with-parent.mjs");
const STOP_WITHIN_MS = 30_000;

export interface Program {
  readonly pid: number;
  /** Resolves when the program has ended, with everything that it printed. */
  readonly output: Promise<string>;
  /** The exit code; null after a signal. */
  readonly ended: Promise<number | null>;
  /** Asks the program to end, and kills it if it does not. */
  stop(): Promise<void>;
}

interface ProgramOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Options for Node itself. */
  readonly nodeOptions?: readonly string[];
  /** The checkout to which the program belongs; default: this one. */
  readonly root?: string;
}

/** Runs `program` (a path from the root of its checkout) with this Node. Its stderr is shown. */
export function startProgram(
  program: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Program {
  const { environment = {}, nodeOptions = [], root = ROOT } = options;
  const child = spawn(
    process.execPath,
    [...nodeOptions, "--import", WATCH, resolve(root, program), ...args],
    {
      cwd: root,
      // When this process ends, the fourth descriptor closes, which the program notices.
      stdio: ["ignore", "pipe", "inherit", "pipe"],
      env: { ...withoutTestContext(), ...environment },
    },
  );
  const output = text(child.stdout!);
  const ended = once(child, "exit").then(([code]) => code as number | null);
  return { pid: child.pid!, output, ended, stop: () => stop(child, ended) };
}

/** A program that a test starts is not itself a test. */
function withoutTestContext(): NodeJS.ProcessEnv {
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
  return environment;
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS);
  await ended;
  clearTimeout(timer);
}
