/** The most days that one statement may cover. Web pages import this file too, so it imports nothing. */
export const STATEMENT_DAYS_MAX = 30;
