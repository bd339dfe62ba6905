/** Decides requests: each decision is judged on a locked request, which is pure, and written with what it ends. */
import assert from "node:assert/strict";
import type { Permitted } from "#access";
import { type Actor, recordAudit } from "#audit";
import type { Tx } from "#lib/db";
import { ApprovalError, type ApprovalRefusal } from "./errors.ts";
import { type RequestEnd, tellFollowers } from "./follow-requests.ts";
import { type ApproverVerdict, lockRequests, type Request, type RequestName } from "./request.ts";
import { type Facts, isTooClose, knowsSecret, readFacts, standingOf, turnOf } from "./standing.ts";

/** The most decisions that are made at once. */
export const DECISIONS_MAX = 1_000;

/**
 * Decides about a set of requests in the caller's transaction, one decision after the other, and returns the outcomes
 * in the order given. A refused decision does not hinder the others. The row of a request is locked, so of two
 * concurrent decisions one is first and the other sees its result. Every approval of a request is judged anew each
 * time: by the policy it was opened under and by the present one, with the present permissions. Followers are notified
 * of each end. Throws `too_many` above `DECISIONS_MAX`.
 */
export async function decideRequests(
  tx: Tx,
  decisions: readonly DecisionToMake[],
): Promise<DecisionOutcome[]> {
  if (decisions.length > DECISIONS_MAX) throw ApprovalError.too_many({ max: DECISIONS_MAX });
  const requests = await lockRequests(
    tx,
    decisions.map(({ request }) => request),
  );
  const locked = [...new Set(requests.filter((request) => request !== undefined))];
  if (locked.length === 0)
    return decisions.map(() => ({ kind: "refused", code: "not_found", request: null }));
  const facts = await readFacts(
    tx,
    locked,
    decisions.map(({ memberId }) => memberId),
  );
  const now = new Map(locked.map((request) => [request.requestId, request]));
  const judged = decisions.map((decision, index): Judged => {
    const before = now.get(requests[index]?.requestId ?? "");
    const one = judgeDecision(decision, { request: before, facts, now: tx.now });
    if (one.outcome.request !== null) now.set(one.outcome.request.requestId, one.outcome.request);
    return one;
  });
  await writeJudged(tx, decisions, judged);
  return judged.map(({ outcome }) => outcome);
}

async function writeJudged(
  tx: Tx,
  decisions: readonly DecisionToMake[],
  judged: readonly Judged[],
): Promise<void> {
  await writeDecisions(
    tx,
    judged.flatMap(({ taken }) => taken ?? []),
  );
  const effective = judged.flatMap(({ outcome }, index) =>
    outcome.kind === "refused" ? [] : [{ outcome, ...decisions[index]! }],
  );
  // The last outcome of each request is its present state.
  const changed = new Map(effective.map(({ outcome: { request } }) => [request.requestId, request]));
  await writeEnds(tx, [...changed.values()]);
  await tellFollowers(
    tx,
    effective.flatMap(({ outcome, memberId }) => endOf(outcome, `member:${memberId}`) ?? []),
  );
  // This comes late, because from here on others who record something about this merchant wait.
  await recordAudit(
    tx,
    effective.map(({ outcome: { kind, request }, memberId, playedBy, verdict, remarks = "" }) => ({
      actor: playedBy ?? (`member:${memberId}` as Actor),
      action: `approvals.${verdict === "approve" ? "approved" : "rejected"}`,
      subject: `${request.subjectKind}:${request.subjectId}`,
      detail: {
        requestId: request.requestId,
        revision: request.revision,
        outcome: kind,
        remarks,
        ...(playedBy === undefined ? {} : { as: `member:${memberId}` }),
      },
    })),
  );
}

function endOf(outcome: DecisionOutcome, endedBy: Actor): RequestEnd | null {
  if (outcome.kind !== "approved" && outcome.kind !== "rejected") return null;
  const approvers = outcome.kind === "approved" ? outcome.approvers : [];
  return { request: { ...outcome.request, status: outcome.kind }, endedBy, approvers };
}

interface Judged {
  readonly outcome: DecisionOutcome;
  /** The decision to be written, with the request that it was made about; null if nothing is written. */
  readonly taken: TakenDecision | null;
}

interface TakenDecision extends DecisionToMake {
  readonly before: Request;
}

interface Situation {
  readonly request: Request | undefined;
  readonly facts: Facts;
  readonly now: Date;
}

/** Judges a decision. A decision that counts is added to the facts, for those after it. */
function judgeDecision(decision: DecisionToMake, { request, facts, now }: Situation): Judged {
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

// The decisions of members about requests, and their outcomes.

/** One member's decision about one request. */
export interface DecisionToMake {
  readonly request: RequestName;
  readonly memberId: string;
  /** The member who plays that member in the sandbox. The audit log names the player. */
  readonly playedBy?: Actor;
  readonly verdict: ApproverVerdict;
  /** The hash of the content that the member was shown. */
  readonly contentHash: Buffer;
  readonly remarks?: string;
}

export type DecisionOutcome =
  /** Recorded. Next, `missing` more approvals of level `level` of `levels` are needed. */
  | { kind: "pending"; request: Request; level: number; levels: number; missing: number }
  /** Enough permitted members agree at this moment to this content, so it must be released in this transaction. */
  | { kind: "approved"; request: Request; approvers: readonly Permitted[] }
  | { kind: "rejected"; request: Request }
  /** Nothing was recorded. `request` is in its present state; null if there is none. */
  | { kind: "refused"; code: ApprovalRefusal; request: Request | null };

/** Appends decisions. The statement itself leaves out makers, ended requests and outdated contents. */
async function writeDecisions(tx: Tx, taken: readonly TakenDecision[]): Promise<void> {
  if (taken.length === 0) return;
  const written = await tx.execute(INSERT_DECISIONS, [
    tx.merchantId,
    tx.now,
    taken.map(({ before }) => before.requestId),
    taken.map(({ memberId }) => memberId),
    taken.map(({ verdict }) => verdict),
    taken.map(({ contentHash }) => contentHash),
    taken.map(({ remarks = "" }) => remarks),
  ]);
  assert.equal(written, taken.length, "a decision that was judged to count is one that the table takes");
}

/** Writes the present state of requests: their level, or how they ended. */
export async function writeEnds(tx: Tx, requests: readonly Request[]): Promise<void> {
  if (requests.length === 0) return;
  const written = await tx.execute(UPDATE_REQUESTS, [
    tx.merchantId,
    requests.map(({ requestId }) => requestId),
    requests.map(({ status }) => status),
    requests.map(({ level }) => level),
    requests.map(({ endedAt }) => endedAt),
    requests.map(({ endedBy }) => endedBy),
    requests.map(({ remarks }) => remarks),
    requests.map(({ approverIds }) => approverIds && `{${approverIds.join(",")}}`),
  ]);
  assert.equal(written, requests.length, "a locked request that is pending can end");
}

const INSERT_DECISIONS = `
  insert into approvals.decision
    (merchant_id, request_id, revision, member_id, verdict, content_hash, maker_ids, remarks, decided_at)
  select $1, request_id, request.revision, given.member_id, given.verdict, given.content_hash, request.maker_ids,
    given.remarks, $2
  from unnest($3::uuid[], $4::uuid[], $5::text[], $6::bytea[], $7::text[])
    as given (request_id, member_id, verdict, content_hash, remarks)
  join approvals.request using (request_id)
  where request.merchant_id = $1
    and request.status = 'pending'
    and request.content_hash = given.content_hash
    and given.member_id <> all (request.maker_ids)`;

const UPDATE_REQUESTS = `
  update approvals.request
  set status = given.status, level = given.level, ended_at = given.ended_at, ended_by = given.ended_by,
    remarks = given.remarks, approver_ids = given.approver_ids::uuid[]
  from unnest($2::uuid[], $3::text[], $4::smallint[], $5::timestamptz[], $6::text[], $7::text[], $8::text[])
    as given (request_id, status, level, ended_at, ended_by, remarks, approver_ids)
  where request.merchant_id = $1
    and request.request_id = given.request_id
    and request.status = 'pending'`;
