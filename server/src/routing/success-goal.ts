/**
 * The share of transfers that routing over several banks gets paid through a month of outages, in hundredths of a
 * percent. The site states it, and `npm run faults -- routing` holds the engine to it.
 */
export const SUCCESS_GOAL_BP = 9_998;
