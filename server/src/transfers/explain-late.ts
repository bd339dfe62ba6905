import { isLateReason, REASON_FACTS, type TransferReason } from "#rails";

/**
 * What a reason says that no merchant may miss, in sentences: that a transfer which failed was paid after all, and what
 * to do. Null: the reason's word says enough.
 */
export function explainLate(reason: TransferReason | null): string | null {
  if (!isLateReason(reason)) return null;
  const { meaning, remedy } = REASON_FACTS[reason];
  return `${meaning} ${remedy}`;
}
