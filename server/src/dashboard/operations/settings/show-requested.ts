import type { RequestedRule } from "#risk";
import { showRule } from "./rule-fields.ts";

/** What became of a change as an answer has it. */
export function showRequested(requested: RequestedRule) {
  if (requested.kind === "pending") return { rule: null, requestId: requested.requestId };
  return { rule: requested.rule && showRule(requested.rule), requestId: null };
}
