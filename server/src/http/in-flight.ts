/** How much may be in flight at once: each key has its share, so that one caller's flood does not stop the others. */
import { Refusal } from "./refusal.ts";

export interface FlightLimits {
  /** Calls of one key that are carried out at once. */
  readonly perKey: number;
  /** Calls of one key that may wait for their turn; one more is refused with `too_many_requests`. */
  readonly waitingMax: number;
}

export interface Flights {
  /** Carries out a call when its key has a place free. */
  run<T>(key: string | null, work: () => Promise<T>): Promise<T>;
}

interface Lane {
  running: number;
  readonly waiting: (() => void)[];
}

/** Makes a limit that holds for all calls given to it. Calls without a key are not limited. */
export function limitFlights({ perKey, waitingMax }: FlightLimits): Flights {
  const lanes = new Map<string, Lane>();

  const enter = async (lane: Lane): Promise<void> => {
    if (lane.running < perKey) {
      lane.running += 1;
      return;
    }
    if (lane.waiting.length >= waitingMax) throw new Refusal("too_many_requests", { retryAfterSeconds: 1 });
    // The place is handed over by the one that leaves.
    await new Promise<void>((resolve) => lane.waiting.push(resolve));
  };

  const leave = (key: string, lane: Lane): void => {
    const next = lane.waiting.shift();
    if (next !== undefined) return next();
    lane.running -= 1;
    if (lane.running === 0) lanes.delete(key);
  };

  return {
    run: async (key, work) => {
      if (key === null) return work();
      const lane = lanes.get(key) ?? { running: 0, waiting: [] };
      lanes.set(key, lane);
      await enter(lane);
      try {
        return await work();
      } finally {
        leave(key, lane);
      }
    },
  };
}
