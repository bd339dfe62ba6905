/** A payout link is valid for at most this many days from today. */
export const EXPIRY_DAYS_MAX = 30;
