import { isLimited, type Places } from "#health";
import { railsOf } from "#rails";
import type { RouteFacts } from "./facts.ts";
import { standOf } from "./rank-banks.ts";

/** Returns the probed or recovering banks without a free place, by key, with the time of the next place. */
export function findFull(facts: RouteFacts, places: Places): ReadonlyMap<string, Date> {
  const full = new Map<string, Date>();
  if (facts.snapshot === undefined || facts.snapshot.entries.length === 0) return full;
  for (const rail of railsOf(facts.mode, facts.amountPaise)) {
    for (const { bankId } of facts.banks) {
      const standing = standOf(bankId, rail, facts);
      if (standing === null || !isLimited(standing)) continue;
      const nextAt = places.nextAt(standing);
      if (nextAt !== null) full.set(standing.key, nextAt);
    }
  }
  return full;
}
