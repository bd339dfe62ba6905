/** The streams of a command: the process's own, or those of a program that runs it. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Readable } from "node:stream";
import { type Config, readConfig } from "#lib/config";

/** A destination of text. `isTTY` is true for a terminal that people look at. */
export interface Out {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly input: Readable;
  readonly out: Out;
  readonly err: Out;
  /** True for the commands of a rehearsal: their banks are simulated by this computer. */
  readonly rehearses?: boolean;
  /** The exit code of the command; undefined is 0. */
  exitCode?: number | undefined;
}

const OWN: Terminal = {
  environment: process.env,
  get input() {
    return process.stdin;
  },
  get out() {
    return process.stdout;
  },
  get err() {
    return process.stderr;
  },
  set exitCode(code: number) {
    process.exitCode = code;
  },
};

const terminals = new AsyncLocalStorage<Terminal>();

/** Returns the terminal of the running command: the process's own, unless `runAt` set another. */
export function terminal(): Terminal {
  return terminals.getStore() ?? OWN;
}

/** Runs `work`, and everything that it starts, at that terminal. */
export function runAt<T>(at: Terminal, work: () => Promise<T>): Promise<T> {
  return terminals.run(at, work);
}

/** Prints one or more lines on standard output. */
export function say(text: string): void {
  terminal().out.write(`${text}\n`);
}

/** Prints one or more lines on standard error. */
export function tellAside(text: string): void {
  terminal().err.write(`${text}\n`);
}

/** Reads the settings of a command: those of a server, but with fewer log lines among its output. */
export function readCommandConfig(): Config {
  const { environment, rehearses = false } = terminal();
  return { ...readConfig({ LOG_LEVEL: "warn", ...environment }), rehearses };
}
