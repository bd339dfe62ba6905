/** Limits calls in flight: each key has its share, so that one caller's flood does not stop the others. */
import type { FastifyReply } from "fastify";
import { type FairLimits, shareFairly } from "#lib/fair-queue";
import { OverloadError } from "#lib/gather";
import { Refusal } from "./surface.ts";

export type FlightLimits = Omit<FairLimits, "patienceMs">;

export interface Flights {
  /** Runs a call when its key has a free slot; waiting calls are served in turn, one of each key. */
  run<T>(key: string | null, work: () => Promise<T>): Promise<T>;
}

/**
 * Makes a limit for all calls given to it together. Calls without a key are not limited. A call beyond the
 * limit is refused with `too_many_requests`.
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

/** Aborts when the client leaves before it is answered: work that only this client needs may be dropped. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once("close", () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
