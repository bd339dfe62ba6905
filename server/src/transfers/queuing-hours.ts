/** How long transfers wait for money where a merchant has not said otherwise, in hours. */
export const QUEUING_HOURS_DEFAULT = 96;
/** The least and the most hours that a merchant may let them wait. */
export const QUEUING_HOURS_MIN = 1;
export const QUEUING_HOURS_MAX = 240;
