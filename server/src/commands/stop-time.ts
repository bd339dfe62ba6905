/** A process that is asked to stop ends within this time. */
export const STOP_WITHIN_MS = 25_000;
