// The traffic from which a payee's bank has an incident, how severe it is, and when it is over.

/** The fewest transfers that must have failed because the bank was offline: fewer may be chance. */
export const OFFLINE_MIN = 5;

/** In percent of those paid or failed for it: an incident from the first, a severe one from the second. */
export const LOW_PERCENT = 20;
export const HIGH_PERCENT = 50;

/** The number of transfers paid since it was last offline that shows that it works again. */
export const PAID_AGAIN = 5;

/** The period of traffic that counts. */
export const WINDOW_MS = 10 * 60_000;

/** The fewest of the live merchants that pay that must have met it offline. */
export const MERCHANTS_MIN = 2;

/** Days for which an unscheduled incident is listed after its start, and a scheduled one after its end. */
export const UNSCHEDULED_DAYS = 15;
export const SCHEDULED_DAYS = 7;
