// From what traffic on a bank of payees has an incident, how bad it is, and when it is over.

/** So many transfers must have failed because the bank was offline: fewer may be chance. */
export const OFFLINE_MIN = 5;

/** In percent of those that were paid or failed for it: from here on it is an incident, from there a bad one. */
export const LOW_PERCENT = 20;
export const HIGH_PERCENT = 50;

/** So many were paid since it was last offline: it works again. */
export const PAID_AGAIN = 5;

/** How far back traffic is looked at. */
export const WINDOW_MS = 10 * 60_000;

/** Of the live merchants that pay, so many must have met it offline. */
export const MERCHANTS_MIN = 2;

/** So many days after its start an unscheduled incident is listed, and after its end a scheduled one. */
export const UNSCHEDULED_DAYS = 15;
export const SCHEDULED_DAYS = 7;
