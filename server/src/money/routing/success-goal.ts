/**
 * The share of transfers that routing over several banks gets paid during a month of outages, in hundredths
 * of a percent. The site states it, and `npm run faults -- routing` verifies it.
 */
export const SUCCESS_GOAL_BP = 9_998;
