/** Requests approval of decisions that make credits spendable, if policies require it. */
import { memberOf } from "#access";
import {
  askForApprovals,
  creatorOf,
  findRequests,
  hashContent,
  lockRequests,
  type Proposal,
  type Request,
} from "#approvals";
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import type { Break } from "./break.ts";
import { ReconciliationError } from "./errors.ts";

/**
 * Throws ReconciliationError.break_awaits_approval while a request about the break is pending. Requests are
 * locked before their subjects.
 */
export async function requireNoRequest(tx: Tx, breakId: string): Promise<void> {
  const [newest] = await lockRequests(tx, [{ subjectKind: "credit", subjectId: breakId }]);
  if (newest?.status === "pending") throw ReconciliationError.break_awaits_approval({ breakId });
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
