/**
 * Real processes for fault tests: they are started in a world, exchange lines of JSON with the test, and are killed
 * with the world.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { World } from "../world.ts";

interface ChildOptions {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Added to the world's environment and ours. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Child {
  readonly pid: number;
  /** Resolves when the process has ended, for any reason. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Sends a line to it. */
  say(line: object): void;
  /** Returns the first line from now on for which `pick` returns a value; rejects if the process ends first. */
  hear<T>(pick: (line: Readonly<Record<string, unknown>>) => T | undefined): Promise<T>;
  kill(signal: NodeJS.Signals): void;
}

/** Starts a Node process in the world; it never outlives the world. */
export function startChild(world: World, { command, environment = {} }: ChildOptions): Child {
  const child = spawn(process.execPath, [...command], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...world.environment, ...environment },
  });
  const ended = once(child, "exit").then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
  }));
  const listeners = new Set<(line: Readonly<Record<string, unknown>>) => void>();
  createInterface({ input: child.stdout }).on("line", (text) => {
    if (!text.startsWith("{")) return;
    const line = JSON.parse(text) as Record<string, unknown>;
    for (const listen of listeners) listen(line);
  });
  // A process that is killed does not read its input to the end.
  child.stdin.on("error", () => undefined);
  world.onClose(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return {
    pid: child.pid!,
    ended,
    say: (line) => void child.stdin.write(`${JSON.stringify(line)}\n`),
    hear<T>(pick: (line: Readonly<Record<string, unknown>>) => T | undefined): Promise<T> {
      const heard = new Promise<T>((resolve, reject) => {
        const listen = (line: Readonly<Record<string, unknown>>): void => {
          const found = pick(line);
          if (found === undefined) return;
          listeners.delete(listen);
          resolve(found);
        };
        listeners.add(listen);
        void ended.then(({ code, signal }) => reject(new Error(`the process ended: ${code ?? signal}`)));
      });
      // The caller may listen for one of two things; then the end of the process is not an error for the other.
      heard.catch(() => undefined);
      return heard;
    },
    kill: (signal) => void child.kill(signal),
  };
}
