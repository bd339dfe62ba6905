/** The opening balance of a new sandbox merchant. Web pages import this file too, so it imports nothing. */
export const OPENING_PAISE = 1_000_000_00n;
