/** Stops the parts of a process in reverse order of their start, and leaves nothing behind. */
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";

/** A process that is asked to stop ends within this time, in whatever state it is. */
export const STOP_WITHIN_MS = 10_000;

/** Parts that are still busy this long after the stop began are left. Each gets the time below, however late it is. */
const FINISH_WITHIN_MS = 7_000;
const LEAST_MS = 1_000;

/**
 * The calls after which V8 optimizes a function; its default is 3,000. Functions that run once per order are
 * compiled in the same second, and orders wait: the sooner after the start, the fewer (decision 0044).
 */
const CALLS_BEFORE_OPTIMIZING = 1_000;

export interface Stopping {
  /**
   * Adds a part that must be ended. `shut` is called as soon as the end begins, before any part is ended, so
   * that no caller gets in any more. A part that is busy for too long is left: payments without an answer are
   * enquired about later, and all other work is found due again.
   */
  add(name: string, end: () => Promise<void>, shut?: () => void): void;
}

/**
 * Starts the parts of a process and runs them until SIGINT or SIGTERM; resolves when every part has ended. If
 * an error is thrown during the start, ends the parts that are running and rethrows it.
 */
export async function runUntilStopped(start: (stopping: Stopping) => Promise<void>): Promise<void> {
  setFlagsFromString(`--invocation-count-for-turbofan=${CALLS_BEFORE_OPTIMIZING}`);
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const stopping = onStop(begun);
  try {
    await start(stopping);
  } catch (error) {
    stopping.stop();
    begin();
    await stopping.stopped;
    throw error;
  }
  begin();
  await stopping.stopped;
}

/**
 * Ends the parts on a signal, but not before all of them have `begun`; a second signal, or a part that does
 * not end, ends the process at once.
 */
function onStop(begun: Promise<void>): Stopping & { readonly stopped: Promise<void>; stop(): void } {
  const parts: Part[] = [];
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  let isStopping = false;
  let ending = "what was starting";

  const end = async (): Promise<void> => {
    const startedAt = performance.now();
    await begun;
    let left = false;
    for (const part of parts.toReversed()) {
      ending = part.name;
      const withinMs = FINISH_WITHIN_MS - (performance.now() - startedAt);
      if (await endsWithin(Math.max(withinMs, LEAST_MS), part)) continue;
      left = true;
      console.error(`The ${part.name} took too long and is left. Its work goes on after the next start.`);
    }
    // A part that was left may keep the process alive.
    if (left) process.exit();
    resolve();
  };
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    for (const { shut } of parts) shut();
    const giveUp = (): never => {
      console.error(`${ending} did not end within ${STOP_WITHIN_MS / 1_000} s.`);
      process.exit(1);
    };
    setTimeout(giveUp, STOP_WITHIN_MS).unref();
    void end();
  };
  const onSignal = (): void => {
    if (isStopping) process.exit(1);
    stop();
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return {
    add: (name, end, shut = () => undefined) => {
      parts.push({ name, end, shut });
      if (isStopping) shut();
    },
    stop,
    stopped,
  };
}

interface Part {
  readonly name: string;
  end(): Promise<void>;
  shut(): void;
}

/** Ends a part, and resolves to false if that takes longer. */
async function endsWithin(ms: number, { name, end }: Part): Promise<boolean> {
  const patience = new AbortController();
  const tooLong = sleep(ms, false, { signal: patience.signal });
  const ended = end().catch((error: Error) => {
    process.exitCode = 1;
    console.error(`${name} did not end cleanly: ${error.message}`);
  });
  try {
    return await Promise.race([ended.then(() => true), tooLong]);
  } finally {
    tooLong.catch(() => undefined);
    patience.abort();
  }
}
