import type { Tx } from "#lib/db";
import type { BreakToOpen } from "./open-breaks.ts";
import { writeBreakSteps } from "./write-break-steps.ts";

/**
 * Reopens those of a set of breaks that had ended, in the caller's transaction, because their subject has
 * come back. Returns their source keys.
 */
export async function reopenBreaks(
  tx: Tx,
  breaks: readonly Pick<BreakToOpen, "sourceKey" | "detail">[],
): Promise<string[]> {
  if (breaks.length === 0) return [];
  const opened = await tx.query<{ breakId: string; step: number; sourceKey: string; detail: string }>(
    `update reconciliation.break
     set opened_at = $2, closed_at = null, resolution = null, note = null, detail = found.detail, steps = steps + 1
     from unnest($3::text[], $4::text[]) as found (source_key, detail)
     where break.merchant_id = $1
       and break.source_key = found.source_key
       and break.closed_at is not null
     returning break_id as "breakId", steps as step, break.source_key as "sourceKey", break.detail`,
    [tx.merchantId, tx.now, breaks.map(({ sourceKey }) => sourceKey), breaks.map(({ detail }) => detail)],
  );
  await writeBreakSteps(
    tx,
    opened.map(({ breakId, step, detail }) => ({
      breakId,
      step,
      action: "opened_again",
      note: detail,
      by: "system",
    })),
  );
  return opened.map(({ sourceKey }) => sourceKey);
}
