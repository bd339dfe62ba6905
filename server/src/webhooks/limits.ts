// Limits of endpoints. The retry schedule is in plan-retry.ts.

/** The most endpoints of a merchant. */
export const ENDPOINTS_MAX = 10;

/** An endpoint must respond within this time, from the first byte sent to the last byte read. */
export const DEADLINE_MS = 15_000;

/** An endpoint that has only failed for this long is disabled. */
export const FAILING_MAX_MS = 5 * 24 * 3_600_000;
