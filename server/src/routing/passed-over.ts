import type { Candidate, Explanation, SkipReason } from "./facts.ts";

/** The candidates that came before the one chosen and were not taken, with the reason; all, where none was chosen. */
export function passedOver({
  candidates,
}: Explanation): readonly (Candidate & { readonly skipped: SkipReason })[] {
  const at = candidates.findIndex(({ skipped }) => skipped === null);
  const before = at === -1 ? candidates : candidates.slice(0, at);
  return before as readonly (Candidate & { readonly skipped: SkipReason })[];
}
