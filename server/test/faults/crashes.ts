/**
 * Simulated processes that can be stopped at a named point.
 *
 * The work of a process runs inside its own asynchronous scope, so several can run side by side. A dead process passes
 * no more crash points and commits nothing, as after `kill -9`.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { CrashError, setCrashHook } from "#lib/crash-points";

export interface Process {
  /** The point at which to stop; null: none. */
  readonly point: string | null;
  visitsLeft: number;
  /** The number of times that it passed each point. */
  readonly passed: Map<string, number>;
  dead: boolean;
  /** Resolves when it dies. */
  readonly died: Promise<void>;
  die: () => void;
}

const current = new AsyncLocalStorage<Process>();

/** The number of processes that died at each point. */
export const crashed = new Map<string, number>();

/** Makes a process that will die at the given visit of a point. */
export function makeProcess(point: string | null = null, visit = 1): Process {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { point, visitsLeft: visit, passed: new Map(), dead: false, died: promise, die: resolve };
}

/** Runs work as the process; resolves when it ends or the process dies. All other errors are thrown. */
export async function runAs(process: Process, work: () => Promise<unknown>): Promise<void> {
  const done = current.run(process, async () => {
    try {
      await work();
    } catch (error) {
      if (!process.dead) throw error;
    }
  });
  await Promise.race([done, process.died]);
}

/** Runs work in the process's scope, for instance to receive a callback; throws if the process is dead. */
export function inProcess<T>(process: Process, work: () => Promise<T>): Promise<T> {
  return current.run(process, work);
}

/** Activates the crash points of this test file. */
export function armCrashPoints(): void {
  setCrashHook((point) => {
    const process = current.getStore();
    if (process === undefined) return;
    process.passed.set(point, (process.passed.get(point) ?? 0) + 1);
    if (!process.dead && process.point === point) {
      process.visitsLeft -= 1;
      if (process.visitsLeft === 0) {
        process.dead = true;
        crashed.set(point, (crashed.get(point) ?? 0) + 1);
        process.die();
      }
    }
    if (process.dead) throw new CrashError(point);
  });
}
