/** The file of a report is kept so long. */
export const KEPT_DAYS = 7;
