/** Gives connections to merchants in turn, however many transactions one of them has waiting. */
import { DatabaseUnavailableError } from "./db-errors.ts";
import { type Leave, shareFairly } from "./fair-queue.ts";

/** The key of work that belongs to no merchant. */
export const NO_MERCHANT = "";

/** Runs work for a key on a free connection. Throws DatabaseUnavailableError if none is free in time. */
export type InPlace = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Makes as many slots as there are connections, so that transactions wait here and not in the pool, which
 * knows no merchants. Each transaction waits for at most `patienceMs`.
 */
export function shareConnections(connections: number, patienceMs: number): InPlace {
  const places = shareFairly({
    places: connections,
    // A merchant whose transactions wait for each other's locks leaves a quarter of the slots to the others.
    perKey: connections - Math.floor(connections / 4),
    waitingMax: Number.POSITIVE_INFINITY,
    patienceMs,
  });
  return async (key, work) => {
    let leave: Leave;
    try {
      leave = await places.enter(key);
    } catch (error) {
      throw new DatabaseUnavailableError(error);
    }
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
