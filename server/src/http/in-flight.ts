/** How much may be in flight at once: each key has its share, so that one caller's flood does not stop the others. */
import { type FairLimits, shareFairly } from "#lib/fair-queue";
import { OverloadError } from "#lib/gather";
import { Refusal } from "./refusal.ts";

export type FlightLimits = Omit<FairLimits, "patienceMs">;

export interface Flights {
  /** Carries out a call when its key has a place free; those that wait go in turn, one of each key. */
  run<T>(key: string | null, work: () => Promise<T>): Promise<T>;
}

/**
 * Makes a limit that holds for all calls given to it. Calls without a key are not limited. One too many is refused with
 * `too_many_requests`.
 */
export function limitFlights(limits: FlightLimits): Flights {
  const places = shareFairly(limits);
  return {
    run: async (key, work) => {
      if (key === null) return work();
      try {
        return await places.run(key, work);
      } catch (error) {
        if (!(error instanceof OverloadError)) throw error;
        throw new Refusal("too_many_requests", { retryAfterSeconds: 1 });
      }
    },
  };
}
