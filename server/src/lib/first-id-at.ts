import type { Tx } from "./db.ts";
import { idAt } from "./ids.ts";

/** How far a machine's clock, which makes the ids, may be from the database's. */
const SLACK_MS = 3_600_000;

/**
 * The least id that a transfer accepted at or after a moment of the merchant's clock can have. Ids begin with the
 * real time; a test clock is only ever moved forward, so it was no further ahead then than it is now.
 */
export function firstIdAt(tx: Tx, at: Date): string {
  const agoMs = tx.now.getTime() - at.getTime() + SLACK_MS;
  return idAt(new Date(Math.max(0, Date.now() - agoMs)));
}
