/** Limits for the e-mails of a category. */

/** A category may have this many addresses. */
export const RECIPIENTS_MAX = 10;
/**
 * The pause between two e-mails of a category, in milliseconds of the merchant's clock. Categories that are sent
 * immediately ignore it.
 */
export const PAUSE_MS = 5 * 60_000;
/** At most this many rows are listed in an e-mail; the others are counted. */
export const SHOWN_MAX = 10;
