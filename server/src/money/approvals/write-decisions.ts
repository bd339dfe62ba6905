/** Writes decisions, and the requests that they changed. */
import assert from "node:assert/strict";
import type { Permitted } from "#access";
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import type { ApprovalRefusal } from "./errors.ts";
import type { TakenDecision } from "./judge-decision.ts";
import type { Request, RequestName, ApproverVerdict } from "./request.ts";

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
export async function writeDecisions(tx: Tx, taken: readonly TakenDecision[]): Promise<void> {
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
