/**
 * Gathered sets begin in turn, merchant by merchant, a few at a time. More at once would not end sooner, as
 * they share the processors. A set stays open while it waits, so calls that come meanwhile join it.
 */
import { availableParallelism } from "node:os";
import { shareFairly } from "#lib/fair-queue";

/** Begins a merchant's set in its turn, and returns its result. */
export type Turns = <T>(merchantId: string, begin: () => Promise<T>) => Promise<T>;

/** One per processor, and one more that waits for the disk; at least three, so that no merchant has all. */
const SETS_MAX = Math.max(3, availableParallelism() + 1);
/** One set that is accepted and one that is recorded. */
const SETS_OF_MERCHANT = 2;
/** A set that takes longer mostly waits for a lock, the disk or the network, so the next one can begin. */
const HOLDS_MS = 20;

/** Makes the turns of one process: `setsMax` sets at once, each of which counts for at most `holdsMs`. */
export function makeTurns({ setsMax = SETS_MAX, holdsMs = HOLDS_MS } = {}): Turns {
  const waitingMax = Number.POSITIVE_INFINITY;
  const places = shareFairly({ places: setsMax, perKey: SETS_OF_MERCHANT, waitingMax });
  return async (merchantId, begin) => {
    let leave: (() => void) | null = await places.enter(merchantId);
    const leaveOnce = (): void => {
      leave?.();
      leave = null;
    };
    const timer = setTimeout(leaveOnce, holdsMs);
    try {
      return await begin();
    } finally {
      clearTimeout(timer);
      leaveOnce();
    }
  };
}
