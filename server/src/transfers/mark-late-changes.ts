import type { Tx } from "#lib/db";
import { istDate } from "#rails";
import type { Transfer } from "./transfer.ts";

/** What figures tell of a transfer besides what never changes. */
const TOLD = ["status", "reason", "rail", "bankId", "finishedAt", "feePaise"] as const;

/**
 * Marks the days, before today, on which changed transfers were accepted: who keeps figures of a day counts them again.
 * Nearly every outcome comes on the day of its order and marks nothing.
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
