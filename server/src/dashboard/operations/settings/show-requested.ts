import { showRule } from "#dashboard/shown-rules";
import type { RequestedRule } from "#risk";

/** What became of a change as an answer has it. */
export function showRequested(requested: RequestedRule) {
  if (requested.kind === "made")
    return { rule: requested.rule && showRule(requested.rule), requestId: null, aloneUntil: null };
  const { requestId, aloneUntil } = requested;
  return { rule: null, requestId, aloneUntil };
}
