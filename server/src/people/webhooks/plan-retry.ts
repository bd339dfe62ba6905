/**
 * The retry schedule, which is the example of Standard Webhooks with ten tries in about 75 hours, and the limits of
 * endpoints.
 */

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits after the first to the ninth failed try. */
export const WAITS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const;

/** After this many failed tries a delivery is dead. */
export const TRIES_MAX = WAITS_MS.length + 1;

/** The share of a wait by which it is randomly longer or shorter. */
export const JITTER = 0.1;
const RETRY_AFTER_MAX_MS = 24 * HOUR_MS;

/**
 * Returns the wait in ms after failed try number `tries` (from 1); null after the last one. The wait varies
 * by 10% either way (`chance` from 0 to 1), and is at least what the receiver asked for (at most 24 h).
 */
export function planRetry(tries: number, chance: number, retryAfterMs: number | null): number | null {
  const wait = WAITS_MS[tries - 1];
  if (wait === undefined) return null;
  const spread = wait * (1 + JITTER * (2 * chance - 1));
  const asked = Math.min(retryAfterMs ?? 0, RETRY_AFTER_MAX_MS);
  return Math.round(Math.max(spread, asked));
}

/** Reads a Retry-After header (seconds or an HTTP date); null if it is missing or invalid. */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}

/** The most endpoints of a merchant. */
export const ENDPOINTS_MAX = 10;

/** An endpoint must respond within this time, from the first byte sent to the last byte read. */
export const DEADLINE_MS = 15_000;

/** An endpoint that has only failed for this long is disabled. */
export const FAILING_MAX_MS = 5 * 24 * 3_600_000;
