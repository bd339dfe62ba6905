import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import { forgetUndone, noteUndone } from "./ask-for-release.ts";
import { type Break, lockBreak, readNote, RESOLUTIONS } from "./break.ts";
import { changeBreak } from "./change-break.ts";
import { ReconciliationError } from "./errors.ts";
import { frees, isAboutGap, proveDays } from "./prove-days.ts";
import { undoMatch } from "./match-break.ts";

/**
 * Undoes the end of a break: a match by hand or by a rule (`undoMatch`), or a person's resolution. A break that was
 * ended by events stays ended. If credits wait again because of it, an Owner can restore the resolution at once. Throws
 * ReconciliationError.break_not_found, break_open, undo_impossible or note_invalid; AccessError.not_permitted.
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
