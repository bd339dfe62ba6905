import type { Tx } from "./db.ts";
import { idAt } from "./ids.ts";

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
