/** So many days back overdue payments are listed. Pages are made of it too, so nothing is read here. */
export const LOOK_BACK_DAYS = 180;
