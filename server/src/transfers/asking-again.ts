/** When a bank that said no in an outage is told once more. Pages are made of it too, so nothing is read here. */

/** It is left alone for so long, whatever it says of others. */
export const ASK_AGAIN_AFTER_MS = 15 * 60_000;
/** So often one bank is told to pay one transfer, under a reference of its own each time. */
export const TIMES_MAX = 3;
