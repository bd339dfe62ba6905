/** Work that is repeated at intervals, one run at a time. */
export interface Repeating {
  /** Runs it at once, unless it is running. */
  runNow(): void;
  /** Resolves when the last run has ended. */
  stop(): Promise<void>;
}

interface Repeated {
  readonly everyMs: number;
  /** A run is left out while the one before is not over: a database that is away is not asked again and again. */
  readonly work: () => Promise<unknown>;
  readonly onFault: (error: unknown) => void;
}

/** Repeats work until it is stopped. The first run is after one interval. */
export function repeat({ everyMs, work, onFault }: Repeated): Repeating {
  let running: Promise<void> | null = null;
  let isStopped = false;
  const runNow = (): void => {
    if (isStopped || running !== null) return;
    running = work()
      .catch(onFault)
      .then(() => void (running = null));
  };
  const timer = setInterval(runNow, everyMs);
  return {
    runNow,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
