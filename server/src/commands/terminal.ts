/** Where a command reads and writes: the process's own streams, or those of a program that runs it. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Readable } from "node:stream";
import { type Config, readConfig } from "#lib/config";

/** What text is written to. On a terminal that people look at `isTTY` is true. */
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
  /** How the command has ended; undefined is 0. */
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

/** The terminal of the command that runs: the process's own, unless `runAt` gave another. */
export function terminal(): Terminal {
  return terminals.getStore() ?? OWN;
}

/** Does `work`, and all that comes of it, at that terminal. */
export function runAt<T>(at: Terminal, work: () => Promise<T>): Promise<T> {
  return terminals.run(at, work);
}

/** Prints a line, or lines, on standard output. */
export function say(text: string): void {
  terminal().out.write(`${text}\n`);
}

/** Prints a line, or lines, on standard error. */
export function tellAside(text: string): void {
  terminal().err.write(`${text}\n`);
}

/** The settings of a command: as a server has them, with fewer log lines between what is printed. */
export function readCommandConfig(): Config {
  return readConfig({ LOG_LEVEL: "warn", ...terminal().environment });
}
