/** The most transfers that an assistant can draft in one call. */
export const DRAFTS_MAX = 50;
