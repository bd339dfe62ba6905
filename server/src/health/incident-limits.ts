// From what traffic on a bank of payees has an incident, how bad it is, and when it is over.

/** So many transfers must have failed because the bank was offline: fewer may be chance. */
export const OFFLINE_MIN = 5;

/** In percent of those that were paid or failed for it: from here on it is an incident, from there a bad one. */
export const LOW_PERCENT = 20;
export const HIGH_PERCENT = 50;

/** So many were paid since it was last offline: it works again. */
export const PAID_AGAIN = 5;
