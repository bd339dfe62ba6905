/**
 * Requests approval of decisions that make credits spendable, if policies require it. An Owner can restore at once what
 * another member undid of such a decision in the last seven days.
 */
import { isOwner, memberOf } from "#access";
import {
  askForApprovals,
  creatorOf,
  findRequests,
  forgetTightened,
  hashContent,
  lockRequests,
  noteGivenBack,
  noteTightened,
  type Proposal,
  readTightened,
  type Request,
  type Tightening,
  withdrawRequests,
} from "#approvals";
import { recordAudit, type Actor } from "#audit";
import type { Tx } from "#lib/db";
import type { Break } from "./break.ts";
import { ReconciliationError } from "./errors.ts";
import { frees } from "./prove-days.ts";

/** Throws ReconciliationError.break_awaits_approval while a request stands in the way, as `lockPending` says. */
export async function requireNoRequest(tx: Tx, breakId: string, by: Actor): Promise<void> {
  if (await lockPending(tx, breakId, by)) throw ReconciliationError.break_awaits_approval({ breakId });
}

/**
 * Locks the requests about a break, which comes before locking the break. Returns true if one of them is pending. An
 * Owner's decision takes the place of other members' request, which is withdrawn in the caller's transaction.
 */
export async function lockPending(tx: Tx, breakId: string, by: Actor): Promise<boolean> {
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
