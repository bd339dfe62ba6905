/** How far a set of approvals fills the levels of a requirement: pure, whatever order the approvals came in. */
import type { Permission } from "#access";
import type { Approvals, Level } from "./policy.ts";

export interface Approver {
  readonly memberId: string;
  readonly permissions: ReadonlySet<Permission>;
}

export interface Progress {
  /** The first level that is not filled, from 1; when all are, the last one. */
  readonly level: number;
  readonly levels: number;
  /** How many approvals that level still needs. */
  readonly missing: number;
  readonly complete: boolean;
  /** Members whose approval fills a place. */
  readonly counted: readonly string[];
}

/** Whether a member may ever fill a place of the level. */
export function mayFill(level: Level, { memberId, permissions }: Approver): boolean {
  return (
    permissions.has(level.permission) && (level.memberIds === null || level.memberIds.includes(memberId))
  );
}

/** Fills the levels as far as the approvers suffice, each of them once and earlier levels first. */
export function progressOf(levels: readonly Level[], approvers: readonly Approver[]): Progress {
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

/** Fills the levels with candidates, each of them once: who fills a place, and how many each level still misses. */
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

  /** Anyone who stands in a place may make room by moving to another one, so that no order of arrival is at a loss. */
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

/** Whether the approver brings the level that is to decide now any further. */
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
