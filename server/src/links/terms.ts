/** What a link allows. Pages are made of it too, so nothing is read here. */

/** How long a one-time password holds. */
export const PASSWORD_MINUTES = 10;
/** Wrong ones in a row before the link ends. */
export const WRONG_MAX = 5;
/** How long a browser may claim, from the right password on, by the merchant's clock. */
export const SESSION_MINUTES = 30;
/** Claims of a link that may fail for what the payee gave. */
export const FAILURES_MAX = 5;
/** After a failure that passes by itself the payee waits so long before the next claim. */
export const PASSING_WAIT_MS = 15 * 60_000;
