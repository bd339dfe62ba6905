/** The loop of a background worker: NOTIFY wakes it, and it also polls from time to time. */
import type { Context } from "./context.ts";
import { CrashError } from "./crash-points.ts";
import { logFault } from "./db-errors.ts";

export interface Working {
  /** Starts nothing new and resolves when the work under way has ended. */
  stop(): Promise<void>;
}

export interface WorkOptions {
  /** The worker's name in the log. */
  name: string;
  /** The NOTIFY channel, whose payload is the ID of the merchant that has work. */
  channel: string;
  /** Returns the merchants that have work due now; called every `everyMs`. */
  findMerchants: () => Promise<string[]>;
  /**
   * Does a merchant's due work. Never runs twice at once for one merchant in this process. When `signal`
   * aborts, work that takes long throws its reason between two steps: the rest is found due again.
   */
  work: (merchantId: string, signal: AbortSignal) => Promise<void>;
  everyMs?: number;
}

const paused = new WeakMap<Context, Set<string>>();

/** Returns true if the loops of this process leave a merchant's work alone for now. */
export const isPaused = (ctx: Context, merchantId: string): boolean =>
  paused.get(ctx)?.has(merchantId) === true;

/**
 * Makes the loops of this process leave a merchant's work alone until the returned function is called, while
 * other code does it in its own order. Work that arrived meanwhile is found by the next poll.
 */
export function pauseWork(ctx: Context, merchantId: string): () => void {
  const merchants = paused.get(ctx) ?? new Set();
  paused.set(ctx, merchants.add(merchantId));
  return () => void merchants.delete(merchantId);
}

/** Starts a worker. Notifications only make it prompt: the next poll finds whatever they miss. */
export function startWorking(ctx: Context, options: WorkOptions): Working {
  const { name, channel, findMerchants, work, everyMs = 500 } = options;
  const busy = new Map<string, Promise<void>>();
  const wanted = new Set<string>();
  const stopping = new AbortController();
  const { signal } = stopping;

  const wake = (merchantId: string): void => {
    if (signal.aborted || isPaused(ctx, merchantId)) return;
    if (busy.has(merchantId)) {
      wanted.add(merchantId);
      return;
    }
    const done = workSafely(merchantId).finally(() => {
      busy.delete(merchantId);
      if (wanted.delete(merchantId)) wake(merchantId);
    });
    busy.set(merchantId, done);
  };

  const workSafely = async (merchantId: string): Promise<void> => {
    try {
      await work(merchantId, signal);
    } catch (error) {
      if (error instanceof CrashError || (signal.aborted && error === signal.reason)) return;
      const text = "work failed; it is found due again";
      logFault(ctx.log, error, { facts: { worker: name, merchantId }, text });
    }
  };

  const look = async (): Promise<void> => {
    try {
      for (const merchantId of await findMerchants()) wake(merchantId);
    } catch (error) {
      if (!(error instanceof CrashError))
        logFault(ctx.log, error, { facts: { worker: name }, text: "looking for work failed" });
    }
  };

  let looking: Promise<void> | null = null;
  // One at a time: a database that was slow, or away, is not asked once for every poll that was due.
  const lookNow = (): void => {
    if (!signal.aborted) looking ??= look().finally(() => (looking = null));
  };
  const timer = setInterval(lookNow, everyMs);
  const listening = ctx.db.listen(channel, wake, lookNow).catch((error: unknown) => {
    ctx.log.warn({ worker: name, err: error }, "listening failed; the worker looks for itself");
    return async () => undefined;
  });

  return {
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await (
        await listening
      )();
      await looking;
      await Promise.all(busy.values());
    },
  };
}
