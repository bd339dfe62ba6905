/** What e-mails of a category are held to. Pages are made of it too, so nothing is read here. */

/** So many addresses a category may have. */
export const RECIPIENTS_MAX = 10;
/** At most one e-mail of a category in so many milliseconds of the merchant's clock, but for those told at once. */
export const PAUSE_MS = 5 * 60_000;
/** Rows in an e-mail; the others are counted. */
export const SHOWN_MAX = 10;
