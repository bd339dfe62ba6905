/** Who gets the next connection: merchants in turn, however many transactions one of them has waiting. */
import { DatabaseUnavailableError } from "./db-errors.ts";
import { type Leave, shareFairly } from "./fair-queue.ts";

/** The key of what belongs to no merchant. */
export const NO_MERCHANT = "";

/** Does work for a key when a connection is free for it. Throws DatabaseUnavailableError when none is in time. */
export type InPlace = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * As many places as connections, so that who waits does so here and not in the pool, which knows no merchants; each
 * transaction waits for at most `patienceMs`.
 */
export function shareConnections(connections: number, patienceMs: number): InPlace {
  const places = shareFairly({
    places: connections,
    // A merchant whose transactions wait for each other's locks leaves a quarter to the others.
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
