/** The time to wait before a call is repeated, and the cases in which it is not. */

/** If the server asks for a longer wait, the call ends with an error instead of waiting. */
const RETRY_AFTER_SECONDS_MAX = 60;
const FIRST_DELAY_MS = 250;
const DELAY_MS_MAX = 8000;

/**
 * Returns the milliseconds before the next try. The time doubles with each try, and half of it is random, so that many
 * callers do not return at the same moment. It is never less than the server asks for. Null if that is too long to
 * wait.
 * @param attempt the number of the try that failed, from 1
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
