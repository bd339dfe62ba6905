/** Limits for asking a bank again that refused in an outage. Web pages import this file: no imports here. */

/** A bank gets no further instruction for the transfer in this time, even if its health recovers. */
export const ASK_AGAIN_AFTER_MS = 15 * 60_000;
/** One bank gets at most so many instructions for one transfer, each under a new reference. */
export const TIMES_MAX = 3;
