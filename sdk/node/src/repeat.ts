/** How long to wait before a call is repeated, and when not to. */

/** A server that asks for more is believed, and the caller told instead of waiting. */
const RETRY_AFTER_SECONDS_MAX = 60;
const FIRST_DELAY_MS = 250;
const DELAY_MS_MAX = 8000;

/**
 * Milliseconds before the next try: twice as long each time, between half of it and all of it by chance, so that
 * many callers do not come back together; never less than the server asks for. Null: do not wait that long.
 * @param attempt the try that has failed, from 1
 */
export function delayBeforeRepeat(
  attempt: number,
  retryAfterSeconds: number | undefined,
  random: () => number = Math.random,
): number | null {
  if (retryAfterSeconds !== undefined && retryAfterSeconds > RETRY_AFTER_SECONDS_MAX) return null;
  const full = Math.min(DELAY_MS_MAX, FIRST_DELAY_MS * 2 ** (attempt - 1));
  const jittered = full / 2 + (full / 2) * random();
  return Math.round((retryAfterSeconds ?? 0) * 1000 + jittered);
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
