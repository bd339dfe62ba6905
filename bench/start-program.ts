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
  /** All that it has printed, once it has ended. */
  readonly output: Promise<string>;
  /** The exit code; a signal is null. */
  readonly ended: Promise<number | null>;
  /** Asks it to end, and kills it when it does not. */
  stop(): Promise<void>;
}

export interface ProgramOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Options of Node itself. */
  readonly nodeOptions?: readonly string[];
  /** The checkout that it is a program of; default: this one. */
  readonly root?: string;
}

/** Runs `program` (a path from the root of its checkout) under this Node. What it says on stderr is shown. */
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
      // The fourth one tells it, by closing, that we are gone.
      stdio: ["ignore", "pipe", "inherit", "pipe"],
      env: { ...withoutTestContext(), ...environment },
    },
  );
  const output = text(child.stdout!);
  const ended = once(child, "exit").then(([code]) => code as number | null);
  return { pid: child.pid!, output, ended, stop: () => stop(child, ended) };
}

/** A program started from a test is not a test itself. */
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
