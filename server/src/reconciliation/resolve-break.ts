import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Break, RESOLUTIONS } from "./break.ts";
import { changeBreak } from "./change-break.ts";
import { ReconciliationError } from "./errors.ts";
import { lockBreak, readNote } from "./lock-break.ts";
import { isAboutGap, proveDays } from "./prove-days.ts";

export interface BreakToResolve {
  readonly breakId: string;
  readonly resolution: (typeof RESOLUTIONS)[number];
  /** What was found out, and from what; at most 500 characters. */
  readonly note: string;
  readonly by: Actor;
}

/**
 * Ends a break on the word of a person. What lies in suspense stays there until a line or a match explains it; credits
 * that wait for a gap between statements wait no longer, unless the statement is said to be `not_ours`. Throws
 * ReconciliationError.break_not_found, break_closed or note_invalid; AccessError.not_permitted.
 */
export async function resolveBreak(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { breakId, resolution, note, by }: BreakToResolve,
): Promise<Break> {
  const said = readNote(note);
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const found = await lockBreak(tx, breakId, by);
    if (found.closedAt !== null) throw ReconciliationError.break_closed({ breakId });
    const resolved = await changeBreak(tx, found, { action: "resolved", note: said, by, resolution });
    if (isAboutGap(found)) await proveDays(tx, found.bankId!, found.day!);
    return resolved;
  });
}
