/** How often statements are asked for, and what stops a bank. Pages are made of it too, so nothing is read here. */

/** While money moves. */
export const BUSY_EVERY_MS = 5 * 60_000;
/** ₹10,000: above it an unknown debit stops the bank account where the merchant has set nothing else. */
export const STOP_ABOVE_DEFAULT_PAISE = 10_000_00n;
