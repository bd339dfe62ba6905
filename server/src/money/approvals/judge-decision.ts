/** Judges one decision. It is pure: it works on a locked request and on facts that hold until the transaction ends. */
import type { Actor } from "#audit";
import type { DecisionOutcome, DecisionToMake } from "./write-decisions.ts";
import type { ApprovalRefusal } from "./errors.ts";
import type { Request } from "./request.ts";
import { isTooClose, knowsSecret, standingOf, turnOf, type Facts } from "./standing.ts";

export interface Judged {
  readonly outcome: DecisionOutcome;
  /** The decision to be written, with the request that it was made about; null if nothing is written. */
  readonly taken: TakenDecision | null;
}

export interface TakenDecision extends DecisionToMake {
  readonly before: Request;
}

interface Situation {
  readonly request: Request | undefined;
  readonly facts: Facts;
  readonly now: Date;
}

/** Judges a decision. A decision that counts is added to the facts, for those after it. */
export function judgeDecision(decision: DecisionToMake, { request, facts, now }: Situation): Judged {
  if (request === undefined) return refuse("not_found", null);
  const code = refusalOf(decision, request, { facts, now });
  if (code === "already_decided") return judgeAgain(decision, request, { facts, now });
  if (code !== null) return refuse(code, request);
  const { memberId, verdict, contentHash, remarks = "" } = decision;
  const { requestId } = request;
  const taken = { ...decision, before: request };
  const mine = { requestId, memberId, verdict, contentHash };
  facts.decisions.set(requestId, [...(facts.decisions.get(requestId) ?? []), mine]);
  if (verdict === "approve") return { outcome: outcomeNow(request, { facts, now }, decision), taken };
  const by: Actor = `member:${memberId}`;
  const rejected: Request = { ...request, status: "rejected", endedAt: now, endedBy: by, remarks };
  return { outcome: { kind: "rejected", request: rejected }, taken };
}

function refusalOf(
  { memberId, verdict, contentHash }: DecisionToMake,
  request: Request,
  { facts, now }: Omit<Situation, "request">,
): ApprovalRefusal | null {
  if (request.status !== "pending") return "already_ended";
  if (request.expiresAt <= now) return "expired";
  if (!contentHash.equals(request.contentHash)) return "content_changed";
  if (request.makerIds.includes(memberId)) return "own_request";
  const member = facts.members.get(memberId);
  if (member === undefined) return "not_permitted";
  const made = facts.decisions.get(request.requestId) ?? [];
  if (made.some((one) => one.memberId === memberId)) return "already_decided";
  if (knowsSecret(request, facts, memberId)) return "shown_secret";
  if (isTooClose(request, facts, memberId)) return "too_close";
  const turn = turnOf(request, facts, member);
  if (turn === "never") return "not_permitted";
  return verdict === "approve" && turn === "later" ? "not_your_turn" : null;
}

/**
 * Approving twice counts once. But after a permission was given back, or under a policy that asks for less, the
 * existing approvals may be enough. Then someone has to trigger the end, and this call does.
 */
function judgeAgain(
  decision: DecisionToMake,
  request: Request,
  situation: Omit<Situation, "request">,
): Judged {
  const outcome = outcomeNow(request, situation, decision);
  const counts =
    outcome.kind === "approved" && outcome.approvers.some(({ memberId }) => memberId === decision.memberId);
  if (decision.verdict === "approve" && counts) return { outcome, taken: null };
  return refuse("already_decided", request);
}

/** The request with all approvals that it has. */
function outcomeNow(
  request: Request,
  { facts, now }: Omit<Situation, "request">,
  { memberId, remarks = "" }: DecisionToMake,
): DecisionOutcome {
  const { complete, level, levels, missing, approvers } = standingOf(request, facts);
  if (!complete) return { kind: "pending", request: { ...request, level }, level, levels, missing };
  const approved: Request = {
    ...request,
    status: "approved",
    level,
    endedAt: now,
    endedBy: `member:${memberId}`,
    remarks,
    approverIds: approvers.map((approver) => approver.memberId),
  };
  return { kind: "approved", request: approved, approvers };
}

function refuse(code: ApprovalRefusal, request: Request | null): Judged {
  return { outcome: { kind: "refused", code, request }, taken: null };
}
