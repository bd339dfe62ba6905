/** The number of days for which the file of a report is kept. */
export const KEPT_DAYS = 7;
