import { isLateReason, REASON_FACTS, type TransferReason } from "#rails";

/**
 * Explains in sentences that a failed transfer was paid after all, and what to do, so that no merchant misses
 * it. Null if the reason's own description says enough.
 */
export function explainLate(reason: TransferReason | null): string | null {
  if (!isLateReason(reason)) return null;
  const { meaning, remedy } = REASON_FACTS[reason];
  return `${meaning} ${remedy}`;
}
