/**
 * Simulated processes that can be stopped dead at a named point.
 *
 * What a process does runs inside an asynchronous scope of its own, so several live side by side. Once dead, a
 * process passes no crash point any more and commits nothing: that is what `kill -9` would leave behind.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { CrashError, setCrashHook } from "#lib/crash-points";

export interface Process {
  /** Where to stop, and at which visit; null: nowhere. */
  readonly point: string | null;
  visitsLeft: number;
  /** How often it passed each point. */
  readonly passed: Map<string, number>;
  dead: boolean;
  /** Resolves when it dies. */
  readonly died: Promise<void>;
  die: () => void;
}

const current = new AsyncLocalStorage<Process>();

/** How often a process died at each point. */
export const crashed = new Map<string, number>();

/** A process that will die at the given visit of a point. */
export function makeProcess(point: string | null = null, visit = 1): Process {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { point, visitsLeft: visit, passed: new Map(), dead: false, died: promise, die: resolve };
}

/** Runs work as the process; resolves when it ends or the process dies. Any other failure is the test's. */
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

/** Does something in the process's scope, for instance take a callback; a dead one throws. */
export function inProcess<T>(process: Process, work: () => Promise<T>): Promise<T> {
  return current.run(process, work);
}

/** Switches the crash points of this test file on. */
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
