/** Overdue payments are listed for this many days back. Pages use this constant too, so the file imports nothing. */
export const LOOK_BACK_DAYS = 180;
