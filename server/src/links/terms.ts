/** The limits of a link. */

/** The validity of a one-time password. */
export const PASSWORD_MINUTES = 10;
/** After this number of wrong ones in a row, codes are refused for a while. */
export const WRONG_MAX = 5;
/** The first of these pauses; each is twice as long as the one before. */
export const CODES_REFUSED_MS = 3_600_000;
/**
 * The pauses of a link. If five wrong codes follow the last one, the link ends, 31 hours after the first pause began or
 * later. Someone who guesses all the time has six times five guesses at codes of six digits: a chance of 0.003 %.
 */
export const PAUSES_MAX = 5;
/** The length of a session, from the right password on, by the merchant's clock. */
export const SESSION_MINUTES = 30;
/** The most claims of a link that can fail because of the payee's details. */
export const FAILURES_MAX = 5;
/** After a passing failure, the payee waits this long before the next claim. */
export const PASSING_WAIT_MS = 15 * 60_000;
