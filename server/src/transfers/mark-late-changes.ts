import type { Tx } from "#lib/db";
import { istDate } from "#rails";
import type { Transfer } from "./transfer.ts";

/** The fields on which figures depend and that can change. */
const TOLD = ["status", "reason", "rail", "bankId", "finishedAt", "feePaise"] as const;

/**
 * Marks the past days on which changed transfers were accepted, so that the figures of those days are
 * computed again. Nearly every outcome comes on the day of its order and marks nothing.
 */
export async function markLateChanges(
  tx: Tx,
  changes: readonly { readonly before: Transfer; readonly after: Transfer }[],
): Promise<void> {
  const today = istDate(tx.now);
  const days = changes
    .filter(({ before, after }) => TOLD.some((field) => before[field] !== after[field]))
    .map(({ before }) => istDate(before.acceptedAt))
    .filter((day) => day !== today);
  if (days.length === 0) return;
  await tx.execute(
    `insert into transfers.late_change (merchant_id, day)
     select $1, day from unnest($2::date[]) as changed (day)`,
    [tx.merchantId, [...new Set(days)]],
  );
}
