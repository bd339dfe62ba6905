/** Used by tests that name days of the real calendar, such as today and the last permitted day. */
import { setTimeout as sleep } from "node:timers/promises";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The difference between India's time and UTC. */
const AHEAD_MS = 330 * MINUTE_MS;

/** Resolves at once, but in the last minute of a day in India or UTC it waits for the next day. */
export async function clearOfMidnight(): Promise<void> {
  for (const aheadMs of [0, AHEAD_MS]) {
    const leftMs = DAY_MS - ((Date.now() + aheadMs) % DAY_MS);
    if (leftMs <= MINUTE_MS) await sleep(leftMs);
  }
}
