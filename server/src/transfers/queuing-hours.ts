/** Transfers wait for money for this many hours unless the merchant sets another time. */
export const QUEUING_HOURS_DEFAULT = 96;
/** The limits for a merchant's setting, in hours. */
export const QUEUING_HOURS_MIN = 1;
export const QUEUING_HOURS_MAX = 240;
