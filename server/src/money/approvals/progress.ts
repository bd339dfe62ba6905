/** Calculates how far a set of approvals fills the levels of a requirement. Pure, and independent of their order. */
import { type Permission, SHOWN_NAME } from "#access";
import type { Tx } from "#lib/db";
import type { Approvals, Level, SubjectKind } from "./policy.ts";
import type { RequestStatus, ApproverVerdict } from "./request.ts";

export interface Approver {
  readonly memberId: string;
  readonly permissions: ReadonlySet<Permission>;
}

export interface ApprovalProgress {
  /** The first level that is not filled, from 1; the last one if all are filled. */
  readonly level: number;
  readonly levels: number;
  /** The number of approvals that this level still needs. */
  readonly missing: number;
  readonly complete: boolean;
  /** Members whose approval fills a place. */
  readonly counted: readonly string[];
}

/** True if the member is eligible to approve at this level. */
export function mayFill(level: Level, { memberId, permissions }: Approver): boolean {
  return (
    permissions.has(level.permission) && (level.memberIds === null || level.memberIds.includes(memberId))
  );
}

/** Fills the levels as far as the approvers suffice, each of them once and earlier levels first. */
export function progressOf(levels: readonly Level[], approvers: readonly Approver[]): ApprovalProgress {
  const { missing, filled } = fillLevels(levels, approvers, mayFill);
  const first = missing.findIndex((count) => count > 0);
  return {
    level: first === -1 ? levels.length : first + 1,
    levels: levels.length,
    missing: missing[first] ?? 0,
    complete: first === -1,
    counted: filled.map(({ memberId }) => memberId),
  };
}

/**
 * Returns levels that are filled only by approvals that fill each of two requirements. One approval counts for both
 * where everyone who may give it satisfies both.
 */
export function fillBoth(one: readonly Level[], other: readonly Level[]): readonly Level[] {
  const places = one.flatMap(toPlaces);
  const { missing, filled } = fillLevels(other, places, isEnoughFor);
  const spare = places.filter((place) => !filled.includes(place));
  for (const place of other.flatMap((level, at) => toPlaces({ ...level, approvers: missing[at]! }))) {
    const laxer = spare.findIndex((level) => isEnoughFor(level, place));
    if (laxer === -1) places.push(place);
    else places.splice(places.indexOf(spare.splice(laxer, 1)[0]!), 1, place);
  }
  return places.reduce<Level[]>((levels, place) => {
    const last = levels.at(-1);
    const isSame = last !== undefined && isEnoughFor(last, place) && isEnoughFor(place, last);
    return isSame ? levels.with(-1, { ...last, approvers: last.approvers + 1 }) : [...levels, place];
  }, []);
}

const toPlaces = (level: Level): Level[] =>
  Array.from({ length: level.approvers }, () => ({ ...level, approvers: 1 }));

const isEnoughFor = (level: Level, { permission, memberIds }: Level): boolean =>
  surelyFills(level, { approvers: 1, permissions: [permission], memberIds });

/** Returns true if these approvals fill the levels, whichever of the members who may give them do so. */
export function isFilledBy(levels: readonly Level[], approvals: readonly Approvals[]): boolean {
  const places = approvals.flatMap((one) => Array.from({ length: one.approvers }, () => ({ ...one })));
  return fillLevels(levels, places, surelyFills).missing.every((count) => count === 0);
}

const surelyFills = (
  { permission, memberIds }: Level,
  { permissions, memberIds: given }: Approvals,
): boolean =>
  permissions.includes(permission) &&
  (memberIds === null || (given !== null && given.every((one) => memberIds.includes(one))));

/**
 * Fills the levels with candidates, each of them once. Returns who fills a place, and how many each level still misses.
 */
function fillLevels<Candidate extends object>(
  levels: readonly Level[],
  candidates: readonly Candidate[],
  mayFillLevel: (level: Level, candidate: Candidate) => boolean,
): { missing: number[]; filled: Candidate[] } {
  const places = levels.flatMap((level, index) =>
    Array.from({ length: level.approvers }, () => ({ level, index })),
  );
  const placeOf = new Map<Candidate, number>();
  const missing = levels.map(() => 0);
  places.forEach(({ index }, place) => {
    if (!fillPlace(place, new Set())) missing[index] = missing[index]! + 1;
  });
  return { missing, filled: [...placeOf.keys()] };

  /** A candidate may make room by moving to another place, so that the order of arrival does not matter. */
  function fillPlace(place: number, asked: Set<Candidate>): boolean {
    for (const candidate of candidates) {
      if (asked.has(candidate) || !mayFillLevel(places[place]!.level, candidate)) continue;
      asked.add(candidate);
      const taken = placeOf.get(candidate);
      if (taken !== undefined && !fillPlace(taken, asked)) continue;
      placeOf.set(candidate, place);
      return true;
    }
    return false;
  }
}

/** True if the approver brings the level that is to decide now any further. */
export function isInTurn(
  levels: readonly Level[],
  approvers: readonly Approver[],
  candidate: Approver,
): boolean {
  const now = progressOf(levels, approvers);
  if (now.complete) return false;
  const toFill = levels.slice(0, now.level);
  const before = progressOf(toFill, approvers);
  const after = progressOf(toFill, [...approvers, candidate]);
  return after.complete || after.missing < before.missing;
}

/** A request with the decision of each member. */
export interface RequestCourse {
  readonly requestId: string;
  readonly policyName: string;
  /** 0 if no policy asked. Then `policyName` gives the reason for asking. */
  readonly policyVersion: number;
  readonly status: RequestStatus;
  readonly openedAt: Date;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
  readonly remarks: string;
  readonly decisions: readonly SaidDecision[];
}

interface SaidDecision {
  readonly name: string;
  readonly verdict: ApproverVerdict;
  readonly remarks: string;
  /** ISO 8601. */
  readonly at: string;
}

/** The requests about one subject and their decisions, in their order; members who have left are named too. */
export function readCourse(tx: Tx, subjectKind: SubjectKind, subjectId: string): Promise<RequestCourse[]> {
  return tx.query<RequestCourse>(READ, [tx.merchantId, subjectKind, subjectId]);
}

const READ = `
  select request.request_id as "requestId", request.policy_name as "policyName",
    request.policy_version as "policyVersion", request.status,
    request.opened_at as "openedAt", request.expires_at as "expiresAt", request.ended_at as "endedAt", request.remarks,
    coalesce((
      select jsonb_agg(
        jsonb_build_object('name', ${SHOWN_NAME}, 'verdict', decision.verdict, 'remarks', decision.remarks,
          'at', to_char(decision.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        order by decision.decided_at)
      from approvals.decision
      join access.member on member.member_id = decision.member_id
      where decision.merchant_id = request.merchant_id and decision.request_id = request.request_id
    ), '[]') as decisions
  from approvals.request
  where request.merchant_id = $1 and request.subject_kind = $2 and request.subject_id = $3
  order by request.request_id`;
