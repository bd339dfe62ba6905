import { readPermissions } from "#access";
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import {
  type Break,
  type BreakAction,
  BREAK,
  lockBreak,
  personOf,
  type BreakResolution,
  writeBreakSteps,
} from "./break.ts";
import { ReconciliationError } from "./errors.ts";
import type { BreakToOpen } from "./open-breaks.ts";

interface BreakChange {
  readonly action: BreakAction;
  readonly note: string;
  readonly by: Actor;
  readonly ownerId?: string | null;
  /** Null reopens it. */
  readonly resolution?: BreakResolution | null;
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
  returning ${BREAK.columns}`;

/**
 * Sets the member who owns a break; null removes the owner. Throws ReconciliationError.break_not_found,
 * break_closed or owner_unknown; AccessError.not_permitted.
 */
export async function assignBreak(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { breakId, ownerId, by }: { breakId: string; ownerId: string | null; by: Actor },
): Promise<Break> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const found = await lockBreak(tx, breakId, by);
    if (found.closedAt !== null) throw ReconciliationError.break_closed({ breakId });
    const owner = ownerId === null ? null : (await readPermissions(tx, [ownerId])).get(ownerId);
    if (owner === undefined) throw ReconciliationError.owner_unknown();
    const note = owner === null ? "no owner" : owner.name;
    return changeBreak(tx, found, { action: "assigned", note, by, ownerId });
  });
}

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
