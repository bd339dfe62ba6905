/** A message is tried eight times in about a day. */

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The waits after the first, second, ... seventh failed try. */
const WAITS_MS = [
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  15 * HOUR_MS,
] as const;

/** After this many failed tries a message has failed. */
export const TRIES_MAX = WAITS_MS.length + 1;

const JITTER = 0.2;

/**
 * Returns the milliseconds to wait after failed try number `tries` (from 1), varied by 20%; null after the last one.
 */
export function planRetry(tries: number, chance: number): number | null {
  const wait = WAITS_MS[tries - 1];
  return wait === undefined ? null : Math.round(wait * (1 + JITTER * (2 * chance - 1)));
}
