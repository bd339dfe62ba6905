import type { Tx } from "#lib/db";
import { type BreakActor, type BreakResolution, writeBreakSteps } from "./break.ts";

export interface BreakClosing {
  readonly resolution: BreakResolution;
  readonly note: string;
  readonly by: BreakActor;
}

/** Closes the open breaks among some source keys, in the caller's transaction. */
export async function closeBreaks(
  tx: Tx,
  sourceKeys: readonly string[],
  closing: BreakClosing,
): Promise<void> {
  if (sourceKeys.length === 0) return;
  const { resolution, note, by } = closing;
  const closed = await tx.query<{ breakId: string; step: number }>(
    `update reconciliation.break
     set closed_at = $2, resolution = $3, note = $4, steps = steps + 1
     where merchant_id = $1
       and source_key = any ($5::text[])
       and closed_at is null
     returning break_id as "breakId", steps as step`,
    [tx.merchantId, tx.now, resolution, note, sourceKeys],
  );
  const action = resolution === "matched" ? "matched" : "resolved";
  await writeBreakSteps(
    tx,
    closed.map(({ breakId, step }) => ({ breakId, step, action, note, by })),
  );
}
