/** Stops the parts of a process in reverse order of their start, and leaves nothing behind. */
import { setFlagsFromString } from "node:v8";

/** A process that is asked to stop ends within this time. */
export const STOP_WITHIN_MS = 25_000;

/**
 * The calls after which V8 optimizes a function; its default is 3,000. Functions that run once per order are
 * compiled in the same second, and orders wait: the sooner after the start, the fewer (decision 0044).
 */
const CALLS_BEFORE_OPTIMIZING = 1_000;

export interface Stopping {
  /**
   * Adds a part that must be ended. `shut` is called as soon as the end begins, before any part is ended, so
   * that no caller gets in any more.
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
  const parts: { name: string; end: () => Promise<void>; shut: () => void }[] = [];
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  let isStopping = false;
  let ending = "what was starting";

  const end = async (): Promise<void> => {
    await begun;
    for (const { name, end: endPart } of parts.toReversed()) {
      ending = name;
      await endPart().catch((error: Error) => {
        process.exitCode = 1;
        console.error(`${name} did not end cleanly: ${error.message}`);
      });
    }
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
    add: (name, endPart, shut = () => undefined) => {
      parts.push({ name, end: endPart, shut });
      if (isStopping) shut();
    },
    stop,
    stopped,
  };
}
