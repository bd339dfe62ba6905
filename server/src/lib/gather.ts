/**
 * Micro-batching: calls that are there at the same moment become one set.
 *
 * A call starts a flush when a lane is free, and calls that come while all lanes are busy travel together with the
 * next flush. Idle traffic therefore never waits; under load a lane may rest a moment after each set, since a set
 * of forty costs little more than one of twenty.
 */
import { isFaultOfWork } from "./db-errors.ts";
import { inSlices } from "./in-slices.ts";

/** More callers are waiting than the gatherer holds. Nothing was done; the caller may try again later. */
export class OverloadError extends Error {
  constructor(waiting: number) {
    super(`${waiting} calls are waiting already`);
    this.name = "OverloadError";
  }
}

export interface GatherOptions<I, O> {
  /** Largest set of one flush. */
  limit: number;
  /** How many flushes may run at once. */
  lanes: number;
  /** How long a lane rests after a set of several, in ms, unless as many as it can carry wait already. Default 0. */
  restMs?: number;
  /** How many calls may wait; one more is refused with `OverloadError`. */
  waitingMax?: number;
  /** Does the work for a set and answers in the order of its inputs. */
  flush: (inputs: I[]) => Promise<O[]>;
}

interface Call<I, O> {
  input: I;
  resolve: (output: O) => void;
  reject: (error: unknown) => void;
}

/** Makes a function whose concurrent calls are gathered into sets for `flush`. */
export function gather<I, O>(options: GatherOptions<I, O>): (input: I) => Promise<O> {
  const { limit, lanes, restMs = 0, waitingMax = 20_000 } = options;
  const waiting: Call<I, O>[] = [];
  let busy = 0;
  let started = false;

  const start = (): void => {
    started = false;
    while (busy < lanes && waiting.length > 0) {
      const calls = waiting.splice(0, limit);
      busy += 1;
      void flushCalls(options.flush, calls).finally(() => rest(calls.length));
    }
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
      waiting.push({ input, resolve, reject });
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
    // The next set may begin meanwhile.
    inSlices(calls, (call, index) => call.resolve(outputs[index] as O));
  } catch (error) {
    if (calls.length === 1 || !isFaultOfWork(error)) {
      for (const call of calls) call.reject(error);
      return;
    }
    // One poisonous member must not fail the others: the set is tried again one by one. Where the database is
    // the trouble, or the commit may have happened, nothing is tried again.
    for (const call of calls) await flushCalls(flush, [call]);
  }
}
