/** What is in the wallet of a new sandbox merchant. Pages are made of it too, so nothing is read here. */
export const OPENING_PAISE = 1_000_000_00n;
