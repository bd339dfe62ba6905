/** Keeps the programs running that belong to us: one that ends unasked is started again, however often. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "./log.ts";

export interface Running {
  /** Resolves when the program has ended, whether or not it was asked to. */
  readonly ended: Promise<unknown>;
  /** Ends the program. Calling it again does no harm. */
  stop(): Promise<void>;
}

interface Keeping<R extends Running> {
  /** The name in the log, such as `PostgreSQL`. */
  readonly name: string;
  /** Restarts the program where others expect it: on the same port, on the same data. */
  readonly restart: () => Promise<R>;
  readonly log: Pick<Logger, "warn" | "error">;
}

/** The pauses before each try; the first comes at once. */
const PAUSES_MS = [0, 200, 500, 1_000, 2_000, 5_000, 10_000];
/** A program that ran this long had started well: its next end is a new problem. */
const STEADY_MS = 30_000;

/** Keeps a program running until the returned function is called, which ends it. */
export function keepRunning<R extends Running>(first: R, keeping: Keeping<R>): () => Promise<void> {
  const { name, log } = keeping;
  const stopping = new AbortController();
  const { signal } = stopping;
  const asked = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  let running = first;
  let tries = 0;

  const keep = async (): Promise<void> => {
    while (!signal.aborted) {
      const startedAt = performance.now();
      await Promise.race([running.ended, asked]);
      if (signal.aborted) return;
      if (performance.now() - startedAt > STEADY_MS) tries = 0;
      log.error({ program: name }, `${name} ended by itself; it is started again`);
      running = (await startAgain()) ?? running;
    }
  };

  const startAgain = async (): Promise<R | null> => {
    const lostAt = performance.now();
    while (!signal.aborted) {
      const pauseMs = PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)]!;
      tries += 1;
      await sleep(pauseMs, null, { signal }).catch(() => undefined);
      if (signal.aborted) return null;
      try {
        const started = await keeping.restart();
        log.warn({ program: name, awayMs: Math.round(performance.now() - lostAt) }, `${name} runs again`);
        return started;
      } catch (error) {
        log.error(
          { program: name, tries, err: error },
          `${name} could not be started again; there are more tries`,
        );
      }
    }
    return null;
  };

  const kept = keep();
  return async () => {
    stopping.abort();
    await kept;
    await running.stop();
  };
}

/** Counts what is in progress by key, for example by merchant. */
export interface UnderWay {
  /** Counts one more; the returned function takes it off, once. */
  begin(key: string): () => void;
  of(key: string): number;
  /** The number of all keys together. */
  all(): number;
}

export function makeUnderWay(): UnderWay {
  const counts = new Map<string, number>();
  const add = (key: string, change: number): void => {
    const count = (counts.get(key) ?? 0) + change;
    if (count === 0) counts.delete(key);
    else counts.set(key, count);
  };
  return {
    begin(key) {
      let isOver = false;
      add(key, 1);
      return () => {
        if (isOver) return;
        isOver = true;
        add(key, -1);
      };
    },
    of: (key) => counts.get(key) ?? 0,
    all: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
  };
}
