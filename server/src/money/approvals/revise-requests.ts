import assert from "node:assert/strict";
import { memberOf } from "#access";
import { type Actor, recordAudit } from "#audit";
import type { Tx } from "#lib/db";
import type { ApprovalRefusal } from "./errors.ts";
import { matchPolicy } from "./match-policy.ts";
import type { PolicyFacts, PolicySet } from "./policy.ts";
import {
  factsOf,
  lockRequests,
  type Proposal,
  type Request,
  type RequestName,
  sealProposal,
} from "./request.ts";
import { readFacts, standingOf } from "./standing.ts";
import { holdPolicies } from "./stored-policies.ts";

/** The result of checking an approved request again. `stands` holds until the transaction ends. */
type Recheck =
  | { readonly kind: "stands"; readonly request: Request }
  | {
      readonly kind: "fallen";
      readonly code: Extract<ApprovalRefusal, "not_found" | "not_approved" | "approvals_lapsed">;
      readonly request: Request | null;
    };

/**
 * Judges approved requests anew, for what is done later than it was approved (the rows of a batch, a scheduled
 * transfer): with today's permissions, by the stricter of the policy then and the policy now. Changes nothing. A
 * request whose approval no longer holds needs a new one.
 */
export async function recheckRequests(tx: Tx, names: readonly RequestName[]): Promise<Recheck[]> {
  const requests = await lockRequests(tx, names);
  const approved = requests.filter((request) => request?.status === "approved") as Request[];
  const facts = approved.length === 0 ? null : await readFacts(tx, [...new Set(approved)]);
  return requests.map((request): Recheck => {
    if (request === undefined) return { kind: "fallen", code: "not_found", request: null };
    if (facts === null || request.status !== "approved")
      return { kind: "fallen", code: "not_approved", request };
    // It was done without another person, because there was none.
    const wasAlone = request.approverIds?.length === 0;
    return wasAlone || standingOf(request, facts).complete
      ? { kind: "stands", request }
      : { kind: "fallen", code: "approvals_lapsed", request };
  });
}

/** A change of the content of a request. */
interface Revision {
  readonly request: RequestName;
  readonly contentHash: Buffer;
  readonly facts: Omit<PolicyFacts, "creator">;
  readonly proposal?: Proposal;
  /** The actor that has changed it. A member who did can no longer decide about it. */
  readonly by: Actor;
}

type RevisionOutcome =
  | { readonly kind: "revised"; readonly request: Request }
  | { readonly kind: "refused"; readonly code: ApprovalRefusal; readonly request: Request | null };

/**
 * Changes the content of a set of requests, in the caller's transaction, at most one change of each. Returns the
 * outcomes in the order given. All approvals are void, and the new content needs those that the present policies ask
 * for; if they ask for none, it needs the same as before.
 */
export async function reviseRequests(tx: Tx, revisions: readonly Revision[]): Promise<RevisionOutcome[]> {
  const requests = await lockRequests(
    tx,
    revisions.map(({ request }) => request),
  );
  const found = requests.filter((request) => request !== undefined);
  assert.equal(new Set(found).size, found.length, "a set changes each request once");
  const policies = await holdPolicies(
    tx,
    found.map(({ subjectKind }) => subjectKind),
  );
  const outcomes = revisions.map((revision, index): RevisionOutcome => {
    const request = requests[index];
    if (request === undefined) return { kind: "refused", code: "not_found", request: null };
    if (request.status !== "pending") return { kind: "refused", code: "already_ended", request };
    return { kind: "revised", request: revise(request, revision, policies.get(request.subjectKind)!) };
  });
  const revised = outcomes.flatMap(({ kind, request }) => (kind === "revised" ? [request] : []));
  await writeRevised(tx, revised);
  await recordAudit(
    tx,
    outcomes.flatMap(({ kind, request }, index) =>
      kind === "refused" ? [] : [recordOf(request, revisions[index]!.by)],
    ),
  );
  return outcomes;
}

function revise(request: Request, { contentHash, facts, proposal, by }: Revision, set: PolicySet): Request {
  const { amountPaise, rail, mayCarry = null, fundSourceId } = facts;
  const editor = memberOf(by);
  assert(!by.startsWith("member:") || editor !== null, "a member is named by its id");
  const requirement = matchPolicy(set, { ...factsOf(request), ...facts, mayCarry }) ?? request;
  const { policyName, policyVersion, levels } = requirement;
  return {
    ...request,
    contentHash,
    revision: request.revision + 1,
    makerIds: [...new Set(editor === null ? request.makerIds : [...request.makerIds, editor])],
    amountPaise,
    rail,
    mayCarry,
    fundSourceId,
    proposal: proposal ?? request.proposal,
    policyName,
    policyVersion,
    levels,
    level: 1,
  };
}

const recordOf = ({ requestId, revision, subjectKind, subjectId }: Request, actor: Actor) => ({
  actor,
  action: "approvals.content_changed",
  subject: `${subjectKind}:${subjectId}`,
  detail: { requestId, revision },
});

async function writeRevised(tx: Tx, requests: readonly Request[]): Promise<void> {
  if (requests.length === 0) return;
  await tx.execute(UPDATE, [
    tx.merchantId,
    requests.map(({ requestId }) => requestId),
    requests.map(({ contentHash }) => contentHash),
    requests.map(({ revision }) => revision),
    requests.map(({ makerIds }) => `{${makerIds.join(",")}}`),
    requests.map(({ amountPaise }) => amountPaise),
    requests.map(({ rail }) => rail),
    requests.map(({ fundSourceId }) => fundSourceId),
    requests.map(({ proposal }) => proposal && JSON.stringify(sealProposal(tx, proposal))),
    requests.map(({ policyName }) => policyName),
    requests.map(({ policyVersion }) => policyVersion),
    requests.map(({ levels }) => JSON.stringify(levels)),
    requests.map(({ mayCarry }) => (mayCarry ? `{${mayCarry.join(",")}}` : null)),
  ]);
}

const UPDATE = `
  update approvals.request
  set content_hash = given.content_hash, revision = given.revision, maker_ids = given.maker_ids::uuid[],
    amount_paise = given.amount_paise, rail = given.rail, fund_source_id = given.fund_source_id,
    proposal = given.proposal, policy_name = given.policy_name, policy_version = given.policy_version,
    levels = given.levels, level = 1, may_carry = given.may_carry::text[]
  from unnest($2::uuid[], $3::bytea[], $4::integer[], $5::text[], $6::bigint[], $7::text[], $8::text[],
      $9::jsonb[], $10::text[], $11::integer[], $12::jsonb[], $13::text[])
    as given (request_id, content_hash, revision, maker_ids, amount_paise, rail, fund_source_id, proposal,
      policy_name, policy_version, levels, may_carry)
  where request.merchant_id = $1
    and request.request_id = given.request_id
    and request.status = 'pending'`;

interface Release {
  readonly request: RequestName;
  /** The hash of what is about to be done. */
  readonly contentHash: Buffer;
}

type ReleaseOutcome =
  | { readonly kind: "released"; readonly request: Request }
  | { readonly kind: "refused"; readonly code: ApprovalRefusal; readonly request: Request | null };

/**
 * Uses up approvals for something that is done once, later than it was approved, in the transaction that does it.
 * Returns the outcomes in the order given, and releases each request once. The approvals must still stand, cover
 * exactly this content, and not be older than the time that the request could wait.
 */
export async function releaseRequests(tx: Tx, releases: readonly Release[]): Promise<ReleaseOutcome[]> {
  const rechecks = await recheckRequests(
    tx,
    releases.map(({ request }) => request),
  );
  const outcomes = rechecks.map((recheck, index): ReleaseOutcome => {
    const { request } = recheck;
    if (recheck.kind === "fallen") return { kind: "refused", code: recheck.code, request };
    const code = refusalOf(recheck.request, releases[index]!, tx.now);
    return code === null
      ? { kind: "released", request: { ...recheck.request, releasedAt: tx.now } }
      : { kind: "refused", code, request };
  });
  const released = outcomes.flatMap(({ kind, request }) => (kind === "released" ? [request.requestId] : []));
  if (released.length > 0) await tx.execute(RELEASE, [tx.merchantId, released, tx.now]);
  return outcomes;
}

function refusalOf(request: Request, { contentHash }: Release, now: Date): ApprovalRefusal | null {
  if (request.releasedAt !== null) return "already_released";
  if (!contentHash.equals(request.contentHash)) return "content_changed";
  return request.expiresAt <= now ? "expired" : null;
}

const RELEASE = `
  update approvals.request
  set released_at = $3
  where merchant_id = $1 and request_id = any ($2::uuid[]) and status = 'approved'`;
