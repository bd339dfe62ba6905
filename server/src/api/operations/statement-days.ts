/** The most days that one statement may cover. Pages are made of it too, so nothing is read here. */
export const STATEMENT_DAYS_MAX = 30;
