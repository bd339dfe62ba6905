// Limits on calls, and how long tokens and signatures are valid.

/** A token is valid for this long. */
export const TOKEN_SECONDS = 600;

/** The time in a signature may differ from ours by this much. */
export const SIGNATURE_SECONDS = 600;

/** Calls per minute of a key pair, unless set otherwise. */
export const RATE_PER_MINUTE = 600;

/** Calls per minute of a key pair that an operator creates by command, unless set otherwise. */
export const RATE_PER_MINUTE_BY_COMMAND = 9_000;

/** Wrong secrets per minute, after which even the right one is refused. */
export const FAILURES_PER_MINUTE = { clientAtAddress: 10, address: 100 } as const;
