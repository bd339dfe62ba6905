import type { Candidate, RouteExplanation, SkipReason } from "./facts.ts";

/** Returns the skipped candidates before the chosen one, with reasons; all if none was chosen. */
export function passedOver({
  candidates,
}: RouteExplanation): readonly (Candidate & { readonly skipped: SkipReason })[] {
  const at = candidates.findIndex(({ skipped }) => skipped === null);
  const before = at === -1 ? candidates : candidates.slice(0, at);
  return before as readonly (Candidate & { readonly skipped: SkipReason })[];
}
