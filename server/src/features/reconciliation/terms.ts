/** The intervals for fetching statements, and the default stop limit. */

/** The interval while money moves. */
export const BUSY_EVERY_MS = 5 * 60_000;
/** ₹10,000: a larger unknown debit stops the bank account, unless the merchant has set another limit. */
export const STOP_ABOVE_DEFAULT_PAISE = 10_000_00n;
