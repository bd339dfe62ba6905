import { recordAudit, type Actor } from "#audit";
import type { Tx } from "#lib/db";
import { type DecisionOutcome, type DecisionToMake, writeDecisions, writeEnds } from "./write-decisions.ts";
import { ApprovalError } from "./errors.ts";
import { tellFollowers, type RequestEnd } from "./follow-requests.ts";
import { judgeDecision, type Judged } from "./judge-decision.ts";
import { lockRequests } from "./request.ts";
import { readFacts } from "./standing.ts";

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
