import type { Tx } from "./db.ts";
import { idAt } from "./ids.ts";

/** Finds a moment by bisection among rows that are numbered in the order of their time. */

export interface NumberedMoment {
  readonly referenceId: bigint;
  readonly at: Date;
}

/** Returns the row with the smallest number that is not below the given one. */
export type Probe = (referenceId: bigint) => Promise<NumberedMoment | undefined>;

/** Returns the smallest number from which on rows are not earlier than `at`; past the last if all are. */
export async function findFirstAt(probe: Probe, at: Date): Promise<bigint> {
  let low = 0n;
  let high = 1n;
  // Doubling finds an end beyond all rows, or beyond the moment, without asking for the largest number.
  for (let found = await probe(high); found !== undefined && found.at < at; found = await probe(high)) {
    low = found.referenceId + 1n;
    high = low * 2n;
  }
  while (low < high) {
    const middle = (low + high) / 2n;
    const found = await probe(middle);
    if (found === undefined || found.at >= at) high = middle;
    else low = found.referenceId + 1n;
  }
  return low;
}

/** The most by which the clock of a machine, which makes the IDs, may differ from the database's. */
const SLACK_MS = 3_600_000;

/**
 * Returns the smallest ID of a transfer accepted at or after a moment of the merchant's clock. IDs begin with
 * the real time; a test clock only moves forward, so it was no further ahead then than it is now.
 */
export function firstIdAt(tx: Tx, at: Date): string {
  const agoMs = tx.now.getTime() - at.getTime() + SLACK_MS;
  return idAt(new Date(Math.max(0, Date.now() - agoMs)));
}
