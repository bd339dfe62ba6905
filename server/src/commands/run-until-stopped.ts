/** Ending in order: what was started last ends first, and nothing is left behind. */
export interface Stopping {
  /** Adds a part that must be ended. */
  add(name: string, end: () => Promise<void>): void;
  /** Begins to end; `because` is printed when it is not a signal. */
  stop(because?: string): void;
}

const STOP_WITHIN_MS = 25_000;

/**
 * Starts the parts of a process and lets them run until SIGINT, SIGTERM or `stop`; resolves when every part has ended.
 * What is thrown while they start ends those that stand already, and is thrown on.
 */
export async function runUntilStopped(start: (stopping: Stopping) => Promise<void>): Promise<void> {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const stopping = onStop(begun);
  try {
    await start(stopping);
  } catch (error) {
    // What breaks because a part was lost has been told by then.
    const isTold = stopping.isStopping();
    stopping.stop();
    begin();
    await stopping.stopped;
    if (!isTold) throw error;
  }
  begin();
  await stopping.stopped;
}

/**
 * Ends the parts on a signal, but not before all of them have `begun`; a second signal, or a part that will not end,
 * ends the process at once.
 */
function onStop(begun: Promise<void>): Stopping & { readonly stopped: Promise<void>; isStopping(): boolean } {
  const parts: { name: string; end: () => Promise<void> }[] = [];
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
  const stop = (because?: string): void => {
    if (isStopping) return;
    isStopping = true;
    if (because !== undefined) {
      process.exitCode = 1;
      console.error(`Stopping: ${because}.`);
    }
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
    add: (name, endPart) => void parts.push({ name, end: endPart }),
    stop,
    stopped,
    isStopping: () => isStopping,
  };
}
