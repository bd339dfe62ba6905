/** A payout link works at most so many days from today. */
export const EXPIRY_DAYS_MAX = 30;
