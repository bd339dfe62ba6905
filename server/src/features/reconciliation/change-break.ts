import { readPermissions } from "#access";
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { forgetUndone, noteUndone } from "./ask-for-release.ts";
import {
  type Break,
  BREAK,
  type BreakAction,
  type BreakActor,
  type BreakResolution,
  lockBreak,
  personOf,
  readNote,
  RESOLUTIONS,
  writeBreakSteps,
} from "./break.ts";
import { ReconciliationError } from "./errors.ts";
import { undoMatch } from "./match-break.ts";
import type { BreakToOpen } from "./open-breaks.ts";
import { frees, isAboutGap, proveDays } from "./prove-days.ts";

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

/**
 * Undoes the end of a break: a match by hand or by a rule (`undoMatch`), or a person's resolution. A break
 * that events have ended stays so. If credits wait again because of it, an Owner can restore the resolution at once.
 * Throws ReconciliationError.break_not_found, break_open, undo_impossible or note_invalid; AccessError.not_permitted.
 */
export async function undoBreak(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { breakId, note, by }: { breakId: string; note: string; by: Actor },
): Promise<Break> {
  const said = readNote(note);
  const undone = await ctx.db.inMerchant(merchantId, async (tx) => {
    const found = await lockBreak(tx, breakId, by);
    if (found.closedAt === null) throw ReconciliationError.break_open({ breakId });
    if (found.resolution === "matched" && found.lineId !== null) return found.lineId;
    const isOfPeople = RESOLUTIONS.some((one) => one === found.resolution) && !(await isSettled(tx, found));
    if (!isOfPeople) throw ReconciliationError.undo_impossible({ breakId });
    const undone = await changeBreak(tx, found, { action: "undone", note: said, by, resolution: null });
    const resolution = found.resolution!;
    if (frees(found, resolution)) await noteUndone(tx, found, by);
    else await forgetUndone(tx, found, { resolution, by });
    if (isAboutGap(found)) await proveDays(tx, found.bankId!, found.day!);
    return undone;
  });
  return typeof undone === "string" ? undoMatch(ctx, merchantId, { lineId: undone, note, by }) : undone;
}

/** Returns true if the line of the break has been paired since. */
async function isSettled(tx: Parameters<typeof lockBreak>[0], { lineId }: Break): Promise<boolean> {
  const rows = await tx.query(
    "select from reconciliation.line where merchant_id = $1 and line_id = $2 and state <> 'suspense'",
    [tx.merchantId, lineId],
  );
  return rows.length > 0;
}
