/**
 * Judges if a request's approvals are enough at this moment, by its own policy and today's, with today's permissions.
 * A member who was shown the secret of a key pair could act as its program, as long as the secret is valid.
 */
import { type Permitted, readHolders, readPermissions } from "#access";
import type { Tx } from "#lib/db";
import { SECOND, werePowersTakenLately } from "./alone.ts";
import { entangledWith, readRecentInfluence } from "./entangled.ts";
import { matchPolicy } from "./match-policy.ts";
import {
  approversOf,
  GUARDS,
  type Level,
  permissionsIn,
  type PolicySet,
  type SubjectKind,
} from "./policy.ts";
import { type ApprovalProgress, type Approver, isInTurn, mayFill, progressOf } from "./progress.ts";
import { type Decision, factsOf, type Request } from "./request.ts";
import { holdPolicies } from "./stored-policies.ts";

/** The facts that deciding about a set of requests needs. All of them stay the same until the transaction ends. */
export interface Facts {
  readonly policies: ReadonlyMap<SubjectKind, PolicySet>;
  readonly members: ReadonlyMap<string, Permitted>;
  /** Decisions on the present revision, by request id; those made in this transaction are added. */
  readonly decisions: Map<string, Decision[]>;
  /** Members who may not decide, by request id: see `entangledWith`. */
  readonly tooClose: ReadonlyMap<string, ReadonlySet<string>>;
  /** The one of these who knows the secret that a key pair ordered with, by request id: see `findBoundBySecret`. */
  readonly shownSecret: ReadonlyMap<string, string>;
}

/** Reads the facts that are needed to decide about locked requests, and about the members who want to decide. */
export async function readFacts(
  tx: Tx,
  requests: readonly Request[],
  memberIds: readonly string[] = [],
): Promise<Facts> {
  const rows = await tx.query<Decision>(READ_DECISIONS, [
    tx.merchantId,
    requests.map(({ requestId }) => requestId),
    requests.map(({ revision }) => revision),
  ]);
  const kinds = requests.map(({ subjectKind }) => subjectKind);
  const [policies, members, influence] = await Promise.all([
    holdPolicies(tx, kinds),
    readPermissions(tx, [...memberIds, ...rows.map(({ memberId }) => memberId)]),
    readRecentInfluence(tx),
  ]);
  const asked = requests.map((one) => ({ ...one, asks: requirementsOf(one, { policies }) }));
  const shownSecret: Facts["shownSecret"] =
    influence === null ? new Map() : await findBoundBySecret(tx, asked);
  const { merchantId } = tx;
  const tooClose = new Map(
    requests.map((one) => {
      const knows = shownSecret.get(one.requestId);
      return [one.requestId, entangledWith(one, { merchantId, influence: influence ?? [], knows })];
    }),
  );
  return {
    policies,
    members,
    tooClose,
    shownSecret,
    decisions: Map.groupBy(rows, ({ requestId }) => requestId),
  };
}

/** All levels that must agree: by the policy at the opening, and by the present one if that applies too. */
function requirementsOf(request: Request, { policies }: Pick<Facts, "policies">): (readonly Level[])[] {
  const set = policies.get(request.subjectKind);
  const matched = set === undefined ? null : matchPolicy(set, factsOf(request));
  // For a change of the guards, one other member may have been asked instead of its maker alone.
  const isAsked = GUARDS.includes(request.subjectKind) && matched?.policyVersion === request.policyVersion;
  const current = isAsked ? null : matched;
  return current === null ? [request.levels] : [request.levels, current.levels];
}

/**
 * The members who have agreed to this content and still may: present members of the organization who are not makers.
 */
function approversNow(request: Request, facts: Facts): Permitted[] {
  return (facts.decisions.get(request.requestId) ?? []).flatMap(({ memberId, verdict, contentHash }) => {
    const member = facts.members.get(memberId);
    const counts = verdict === "approve" && contentHash.equals(request.contentHash);
    return counts && member !== undefined && !request.makerIds.includes(memberId) ? [member] : [];
  });
}

interface RequestStanding extends Omit<ApprovalProgress, "counted"> {
  readonly approvers: readonly Permitted[];
}

/** Calculates the progress of the request. It is complete when each policy that applies is satisfied. */
export function standingOf(request: Request, facts: Facts): RequestStanding {
  const approvers = approversNow(request, facts);
  const all = requirementsOf(request, facts).map((levels) => progressOf(levels, approvers));
  const shown = all.find(({ complete }) => !complete) ?? all[0]!;
  const counted = new Set(all.flatMap((progress) => progress.counted));
  return { ...shown, approvers: approvers.filter(({ memberId }) => counted.has(memberId)) };
}

/** True if a member was involved with the maker, its key pair or its policies in the last day. */
export const isTooClose = ({ requestId }: Request, { tooClose }: Facts, memberId: string): boolean =>
  tooClose.get(requestId)?.has(memberId) === true;

/** True if a member could have ordered it by the API. */
export const knowsSecret = ({ requestId }: Request, { shownSecret }: Facts, memberId: string): boolean =>
  shownSecret.get(requestId) === memberId;

/** Says if a member may approve now, later, or never. A member who may ever approve may also reject. */
export function turnOf(request: Request, facts: Facts, member: Permitted): "now" | "later" | "never" {
  const approvers = approversNow(request, facts);
  const all = requirementsOf(request, facts);
  if (all.some((levels) => isInTurn(levels, approvers, member))) return "now";
  if (!all.flat().some((level) => mayFill(level, member))) return "never";
  // After a permission was given back, all places may be filled without a new decision. Then one more member confirms.
  return all.every((levels) => progressOf(levels, approvers).complete) ? "now" : "later";
}

const READ_DECISIONS = `
  select decision.request_id as "requestId", decision.member_id as "memberId", decision.verdict,
    decision.content_hash as "contentHash"
  from unnest($2::uuid[], $3::integer[]) as wanted (request_id, revision)
  join approvals.decision
    on decision.merchant_id = $1
    and decision.request_id = wanted.request_id
    and decision.revision = wanted.revision
  order by decision.decided_at, decision.member_id`;

type Asked = Pick<Request, "requestId" | "makerIds" | "secretShownTo"> & {
  /** The levels of each policy that applies. */
  readonly asks: readonly (readonly Level[])[];
};

/**
 * Returns the members who may not decide because they were shown the secret that a request was ordered with, by the
 * request's id. If a decision is impossible without such a member, the member may decide as others do: together with
 * others if several must approve and the others are too few, and alone if no other member owns or approves anything.
 * This exception does not hold if powers were taken in the last seven days from someone who could have decided.
 */
async function findBoundBySecret(tx: Tx, requests: readonly Asked[]): Promise<ReadonlyMap<string, string>> {
  const shown = requests.filter(({ secretShownTo }) => secretShownTo !== null);
  if (shown.length === 0) return new Map();
  const levels = shown.flatMap(({ asks }) => asks).flat();
  const deciding = [...permissionsIn(levels), ...SECOND];
  const able = await readHolders(tx, deciding);
  const wereTaken = await werePowersTakenLately(tx, { held: deciding });
  return new Map(
    shown
      .filter((one) => wereTaken || canDoWithout(one, able))
      .map(({ requestId, secretShownTo }) => [requestId, secretShownTo!]),
  );
}

/** True if others can decide a request, or if there is at least one other person where one approval is enough. */
function canDoWithout({ asks, makerIds, secretShownTo }: Asked, able: readonly Approver[]): boolean {
  const bound = new Set([secretShownTo, ...makerIds]);
  const others = able.filter(({ memberId }) => !bound.has(memberId));
  if (asks.every((levels) => progressOf(levels, others).complete)) return true;
  return others.length > 0 && asks.every((levels) => approversOf(levels) === 1);
}
