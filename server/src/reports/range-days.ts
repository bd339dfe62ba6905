/** The most days that one report may cover. */
export const RANGE_DAYS_MAX = 30;
