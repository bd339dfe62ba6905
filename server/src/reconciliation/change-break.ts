import { recordAudit, type Actor } from "#audit";
import type { Tx } from "#lib/db";
import { breakColumns, type Break, type BreakAction, type Resolution } from "./break.ts";
import { personOf, writeBreakSteps } from "./write-break-steps.ts";

export interface BreakChange {
  readonly action: BreakAction;
  readonly note: string;
  readonly by: Actor;
  readonly ownerId?: string | null;
  /** Null reopens it. */
  readonly resolution?: Resolution | null;
}

/**
 * Changes a break that the caller has locked, by a person's decision, with its history and the audit record.
 * Returns the changed break.
 */
export async function changeBreak(tx: Tx, before: Break, change: BreakChange): Promise<Break> {
  const { action, note, by, ownerId = before.ownerId, resolution = before.resolution } = change;
  const [after] = await tx.query<Break>(CHANGE, [
    tx.merchantId,
    before.breakId,
    ownerId,
    resolution === null ? null : (before.closedAt ?? tx.now),
    resolution,
    resolution === null ? null : note,
  ]);
  await writeBreakSteps(tx, [
    { breakId: before.breakId, step: after!.steps, action, note, by: personOf(by) },
  ]);
  const detail = { note, ...(ownerId === null ? {} : { ownerId }) };
  await recordAudit(tx, [
    { actor: by, action: `reconciliation.break_${action}`, subject: `break:${before.breakId}`, detail },
  ]);
  return after!;
}

const CHANGE = `
  update reconciliation.break
  set owner_id = $3, closed_at = $4, resolution = $5, note = coalesce($6, note), steps = steps + 1
  where merchant_id = $1
    and break_id = $2
  returning ${breakColumns}`;
