import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { askForRelease, forgetUndone, givesBack, lockPending } from "./ask-for-release.ts";
import { type Break, lockBreak, readNote, type RESOLUTIONS } from "./break.ts";
import { changeBreak } from "./change-break.ts";
import { ReconciliationError } from "./errors.ts";
import { frees, isAboutGap, proveDays, readWaitingCredits } from "./prove-days.ts";

export interface BreakToResolve {
  readonly breakId: string;
  readonly resolution: (typeof RESOLUTIONS)[number];
  /** The finding and its source; at most 500 characters. */
  readonly note: string;
  readonly by: Actor;
}

/**
 * Ends a break by a person's decision. What is in suspense stays there until a line or match explains it.
 * Credits that wait for a gap between statements are released, unless it is `not_ours`; if policies for
 * credits require approval of that, the break is returned open. An Owner who only restores what another member undid
 * needs no approval, and an Owner's decision takes the place of another member's request. Throws
 * ReconciliationError.break_not_found, break_closed, break_awaits_approval or note_invalid; AccessError.not_permitted.
 */
export async function resolveBreak(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { breakId, resolution, note, by }: BreakToResolve,
): Promise<Break> {
  const said = readNote(note);
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const isAsked = await lockPending(tx, breakId, by);
    const found = await lockOpen(tx, breakId, by);
    if (await givesBack(tx, found, { resolution, by }))
      return resolveLocked(tx, found, { resolution, note: said, by });
    if (isAsked) throw ReconciliationError.break_awaits_approval({ breakId });
    if (frees(found, resolution)) {
      const waitingPaise = String((await readWaitingCredits(tx, [breakId])).get(breakId));
      const proposal = { resolution, note: said, waitingPaise };
      if (await askForRelease(tx, found, { said: proposal, by })) return found;
    }
    return resolveLocked(tx, found, { resolution, note: said, by });
  });
}

/** Does the same in the caller's transaction, after any approval. */
export async function resolveWithin(tx: Tx, { breakId, by, ...said }: BreakToResolve): Promise<Break> {
  return resolveLocked(tx, await lockOpen(tx, breakId, by), { ...said, by });
}

async function lockOpen(tx: Tx, breakId: string, by: Actor): Promise<Break> {
  const found = await lockBreak(tx, breakId, by);
  if (found.closedAt !== null) throw ReconciliationError.break_closed({ breakId });
  return found;
}

async function resolveLocked(
  tx: Tx,
  found: Break,
  said: Pick<BreakToResolve, "resolution" | "note" | "by">,
): Promise<Break> {
  await forgetUndone(tx, found, said);
  const resolved = await changeBreak(tx, found, { action: "resolved", ...said });
  if (isAboutGap(found)) await proveDays(tx, found.bankId!, found.day!);
  return resolved;
}
