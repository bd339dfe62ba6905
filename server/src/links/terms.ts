/** The limits of a link. */

/** The validity of a one-time password. */
export const PASSWORD_MINUTES = 10;
/** The number of wrong ones in a row that ends the link. */
export const WRONG_MAX = 5;
/** The length of a session, from the right password on, by the merchant's clock. */
export const SESSION_MINUTES = 30;
/** The most claims of a link that can fail because of the payee's details. */
export const FAILURES_MAX = 5;
/** After a passing failure, the payee waits this long before the next claim. */
export const PASSING_WAIT_MS = 15 * 60_000;
