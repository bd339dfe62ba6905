/**
 * Requests approval of decisions that make credits spendable, if policies require it. An Owner can restore at once what
 * another member undid of such a decision in the last seven days.
 */
import { AccessError, isOwner, memberOf } from "#access";
import {
  askForApprovals,
  creatorOf,
  findRequests,
  followRequests,
  forgetTightened,
  hashContent,
  lockRequests,
  noteGivenBack,
  noteTightened,
  type Proposal,
  readTightened,
  type Request,
  type RequestEnd,
  type Tightening,
  withdrawRequests,
} from "#approvals";
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { type Break, lockBreak, readNote, type RESOLUTIONS } from "./break.ts";
import { changeBreak } from "./change-break.ts";
import { ReconciliationError } from "./errors.ts";
import { tieByHand } from "./match-break.ts";
import { frees, isAboutGap, proveDays, readWaitingCredits } from "./prove-days.ts";

/** Throws ReconciliationError.break_awaits_approval while a request stands in the way, as `lockPending` says. */
export async function requireNoRequest(tx: Tx, breakId: string, by: Actor): Promise<void> {
  if (await lockPending(tx, breakId, by)) throw ReconciliationError.break_awaits_approval({ breakId });
}

/**
 * Locks the requests about a break, which comes before locking the break. Returns true if one of them is pending. An
 * Owner's decision takes the place of other members' request, which is withdrawn in the caller's transaction.
 */
async function lockPending(tx: Tx, breakId: string, by: Actor): Promise<boolean> {
  const [newest] = await lockRequests(tx, [{ subjectKind: "credit", subjectId: breakId }]);
  if (newest?.status !== "pending") return false;
  if (!(await mayReplace(tx, newest, by))) return true;
  const remarks = "Replaced by an Owner's decision.";
  const { requestId } = newest;
  await withdrawRequests(tx, [{ request: { requestId }, by, mayEndSubject: true, remarks }]);
  return false;
}

/** Returns true for an Owner who did not make the request. Otherwise one member could keep the break from Owners. */
export async function mayReplace(tx: Tx, { makerIds }: Request, by: Actor): Promise<boolean> {
  const memberId = memberOf(by);
  return memberId !== null && !makerIds.includes(memberId) && (await isOwner(tx, by));
}

/**
 * Requests approval of a member's decision about a break that the caller has locked. Returns true if others
 * must approve first. What the operator decides by command is done at once.
 */
export async function askForRelease(
  tx: Tx,
  about: Break,
  { said, by }: { said: Proposal; by: Actor },
): Promise<boolean> {
  if (memberOf(by) === null) return false;
  const { breakId, kind: breakKind, bankId, day, detail } = about;
  const proposal = { name: [bankId, day].filter(Boolean).join(" "), breakKind, bankId, day, detail, ...said };
  const facts = { amountPaise: null, rail: null, fundSourceId: null, creator: creatorOf(by) };
  const subject = { subjectId: breakId, contentHash: hashContent(proposal), maker: by, facts, proposal };
  const [asked] = await askForApprovals(tx, "credit", [subject]);
  return asked?.kind === "pending";
}

/** Returns the pending request about a break; null if there is none. */
export async function findReleaseRequest(tx: Tx, breakId: string): Promise<Request | null> {
  const newest = (await findRequests(tx, "credit", [breakId])).get(breakId);
  return newest?.status === "pending" ? newest : null;
}

const stepsOf = (breakId: string): string => `break:${breakId}`;

/** Stores and records that a member undid alone how this break had ended, because credits wait again. */
export async function noteUndone(tx: Tx, { breakId, resolution }: Break, by: Actor): Promise<void> {
  const subject = stepsOf(breakId);
  await noteTightened(tx, by, { subject, before: resolution, after: null });
  const detail = { resolution };
  await recordAudit(tx, [{ actor: by, action: "reconciliation.accepted_gap_undone", subject, detail }]);
}

/**
 * Returns the steps that an Owner can undo at once by ending an open break as it had ended before; null if there are
 * none.
 */
export async function readUndone(
  tx: Tx,
  by: Actor,
  about: Pick<Break, "breakId" | "closedAt">,
): Promise<Tightening | null> {
  const subject = stepsOf(about.breakId);
  if (about.closedAt !== null) return null;
  return (await readTightened(tx, by, subject)).get(subject) ?? null;
}

/** Returns true if this resolution only restores, for an Owner, what other members undid; this is recorded. */
export async function givesBack(
  tx: Tx,
  about: Break,
  { resolution, by }: { resolution: string; by: Actor },
): Promise<boolean> {
  const undone = await readUndone(tx, by, about);
  if (undone?.before !== resolution) return false;
  await noteGivenBack(tx, by, undone);
  return true;
}

/**
 * Ends the steps about a break whose credits are released, or about which the operator has decided, so that no Owner
 * can restore what was before.
 */
export async function forgetUndone(
  tx: Tx,
  about: Break,
  { resolution, by }: { resolution: string; by: Actor },
): Promise<void> {
  if (memberOf(by) === null || frees(about, resolution)) await forgetTightened(tx, stepsOf(about.breakId));
}

/** Lets approvals release credits. Called once at the start of a process. */
export function registerReleases(): void {
  followRequests("credit", followReleases);
}

async function followReleases(tx: Tx, ends: readonly RequestEnd[]): Promise<void> {
  for (const { request } of ends) {
    const { status, proposal, maker, subjectId: breakId, requestId, openedAt: askedAt } = request;
    if (status !== "approved" || proposal === null) continue;
    const because = await release(tx, { breakId, proposal, by: maker, askedAt });
    if (because === null) continue;
    const detail = { requestId, because };
    await recordAudit(tx, [
      {
        actor: "system",
        action: "reconciliation.release_without_effect",
        subject: `break:${breakId}`,
        detail,
      },
    ]);
  }
}

/** Carries out a release. Returns the reason if it did nothing; null if it is done. */
async function release(
  tx: Tx,
  { breakId, proposal, by, askedAt }: { breakId: string; proposal: Proposal; by: Actor; askedAt: Date },
): Promise<string | null> {
  const { referenceId, resolution } = proposal;
  const note = String(proposal["note"]);
  try {
    if (referenceId === undefined) {
      const said = resolution as BreakToResolve["resolution"];
      await resolveWithin(tx, { breakId, resolution: said, note, by });
      return null;
    }
    const match = { breakId, referenceId: BigInt(String(referenceId)), note, by };
    // Earlier versions asked about returns alone, without an effect.
    const [effect, takenFrom] = [String(proposal["effect"] ?? "return"), proposal["takenFrom"] ?? null];
    await tieByHand(tx, match, { effect, takenFrom: takenFrom === null ? null : String(takenFrom), askedAt });
    return null;
  } catch (error) {
    // It was refused before any write: the maker has lost the permission, or the subject has changed.
    if (ReconciliationError.is(error) || AccessError.is(error, "not_permitted")) return error.code;
    throw error;
  }
}

interface BreakToResolve {
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
async function resolveWithin(tx: Tx, { breakId, by, ...said }: BreakToResolve): Promise<Break> {
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
