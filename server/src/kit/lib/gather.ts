/**
 * Micro-batching: calls that arrive at the same moment become one set.
 *
 * A call starts a flush when a lane is free, and calls that arrive while all lanes are busy share the next
 * flush. A set of forty costs little more than one of twenty: so a set waits a moment for calls that are
 * known to be coming, and for as many as the last set had; if nothing is known, a lane rests after each set.
 * A call that is alone time after time waits only for the turn of its set.
 */
import { isFaultOfWork } from "./db-errors.ts";
import { inSlices } from "./in-slices.ts";

/** More callers are waiting than the gatherer accepts. Nothing was done; the caller may retry later. */
export class OverloadError extends Error {
  constructor(waiting: number) {
    super(`${waiting} calls are waiting already`);
    this.name = "OverloadError";
  }
}

interface GatherOptions<I, O> {
  /** The largest set of one flush. */
  limit: number;
  /** The number of flushes that may run at once. */
  lanes: number;
  /** The time in ms that a lane rests after a set of several, unless a full set waits. Default 0. */
  restMs?: number;
  /**
   * Returns how many more calls are coming; a set waits for them, `patienceMs` from its first call at most.
   */
  coming?: () => number;
  /** In ms. Default 0: a set does not wait for calls that are coming. */
  patienceMs?: number;
  /**
   * The time in ms, after its first call, that a set waits for as many calls as the last one had: callers
   * that were answered together come back together. Default 0.
   */
  lingerMs?: number;
  /** Lets a set begin in its turn among others; calls that arrive until then join it. Default: at once. */
  inTurn?: (begin: () => Promise<number>) => Promise<number>;
  /** The number of calls that may wait; one more is refused with `OverloadError`. */
  waitingMax?: number;
  /** Does the work for a set and returns the outputs in the order of its inputs. */
  flush: (inputs: I[]) => Promise<O[]>;
}

interface Call<I, O> {
  input: I;
  resolve: (output: O) => void;
  reject: (error: unknown) => void;
  /** In ms, by `performance.now()`. */
  cameAt: number;
}

/** Makes a function whose concurrent calls are gathered into sets for `flush`. */
export function gather<I, O>(options: GatherOptions<I, O>): (input: I) => Promise<O> {
  const {
    limit,
    lanes,
    restMs = 0,
    coming,
    patienceMs = 0,
    lingerMs = 0,
    inTurn = (begin) => begin(),
    waitingMax = 20_000,
  } = options;
  const waiting: Call<I, O>[] = [];
  let busy = 0;
  /** The number of calls in the last set. */
  let lastSize = 0;
  let started = false;
  let timer: NodeJS.Timeout | undefined;

  const start = (): void => {
    started = false;
    clearTimeout(timer);
    while (busy < lanes && waiting.length > 0) {
      const waitMs = patience();
      if (waitMs > 0) {
        timer = setTimeout(start, waitMs);
        return;
      }
      busy += 1;
      void inTurn(takeSet).then(rest);
    }
  };

  const takeSet = async (): Promise<number> => {
    const calls = waiting.splice(0, limit);
    lastSize = calls.length;
    if (calls.length > 0) await flushCalls(options.flush, calls);
    return calls.length;
  };

  /** Returns how long the next set still waits for others, in ms. */
  const patience = (): number => {
    if (waiting.length >= limit) return 0;
    const knownMs = coming !== undefined && coming() > 0 ? patienceMs : 0;
    const mostMs = Math.max(knownMs, waiting.length < lastSize ? lingerMs : 0);
    return mostMs === 0 ? 0 : waiting[0]!.cameAt + mostMs - performance.now();
  };

  const rest = (carried: number): void => {
    if (restMs > 0 && carried > 1 && waiting.length < limit) setTimeout(goOn, restMs);
    else goOn();
  };

  const goOn = (): void => {
    busy -= 1;
    start();
  };

  return (input) => {
    if (waiting.length >= waitingMax) return Promise.reject(new OverloadError(waiting.length));
    return new Promise<O>((resolve, reject) => {
      waiting.push({ input, resolve, reject, cameAt: performance.now() });
      if (started || busy >= lanes) return;
      started = true;
      setImmediate(start);
    });
  };
}

async function flushCalls<I, O>(flush: (inputs: I[]) => Promise<O[]>, calls: Call<I, O>[]): Promise<void> {
  try {
    const outputs = await flush(calls.map((call) => call.input));
    if (outputs.length !== calls.length)
      throw new Error(`flush answered ${outputs.length} of ${calls.length}`);
    // The next set may begin in the meantime.
    inSlices(calls, (call, index) => call.resolve(outputs[index] as O));
  } catch (error) {
    if (calls.length === 1 || !isFaultOfWork(error)) {
      for (const call of calls) call.reject(error);
      return;
    }
    // One bad call must not fail the others, so the calls of the set are tried again one by one. If the
    // database is the problem, or the commit may have happened, nothing is retried.
    for (const call of calls) await flushCalls(flush, [call]);
  }
}
