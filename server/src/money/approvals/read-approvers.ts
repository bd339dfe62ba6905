import { type Permitted, readHolders, readPermissions } from "#access";
import type { Tx } from "#lib/db";
import { type Level, permissionsIn, type Requirement, type SubjectKind } from "./policy.ts";
import { mayFill, progressOf } from "./progress.ts";

/** The members who approved a subject, and the times. */
export interface Approval {
  readonly approvedBy: readonly {
    readonly memberId: string;
    readonly name: string;
    readonly email: string;
  }[];
  /** The time by the merchant's clock. */
  readonly approvedAt: Date;
}

/**
 * Returns the approvals of these subjects by subject id, in the order in which they were given. Subjects without
 * approval are left out.
 */
export async function readApprovers(
  tx: Tx,
  subjectKind: SubjectKind,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, Approval>> {
  if (subjectIds.length === 0) return new Map();
  const rows = await tx.query<Approval & { subjectId: string }>(READ_APPROVERS, [
    tx.merchantId,
    subjectKind,
    subjectIds,
  ]);
  return new Map(rows.map(({ subjectId, ...approval }) => [subjectId, approval]));
}

// Members who have left since are named too.
const READ_APPROVERS = `
  select request.subject_id as "subjectId", request.ended_at as "approvedAt",
    coalesce((
      select jsonb_agg(
        jsonb_build_object('memberId', member.member_id, 'name', member.name, 'email', member.email)
        order by approver.place)
      from unnest(request.approver_ids) with ordinality as approver (member_id, place)
      join access.member on member.member_id = approver.member_id
    ), '[]') as "approvedBy"
  from unnest($3::text[]) as wanted (id)
  join approvals.request
    on request.merchant_id = $1
    and request.subject_kind = $2
    and request.subject_id = wanted.id
    and request.status = 'approved'
  order by request.request_id`;

/** One level of a requirement, with the names of those who may agree now. */
export interface LevelToFill {
  readonly approvers: number;
  readonly names: readonly string[];
}

/**
 * Returns the members who could approve a request of this member, in the order of the levels. The maker is left out.
 */
export async function findPossibleApprovers(
  tx: Tx,
  levels: readonly Level[],
  makerId: string | null,
): Promise<LevelToFill[]> {
  const able = await readHolders(tx, permissionsIn(levels));
  const others = able.filter(({ memberId }) => memberId !== makerId);
  return levels.map((level) => ({
    approvers: level.approvers,
    names: others.filter((one) => mayFill(level, one)).map(({ name }) => name),
  }));
}

/** True if there are members who could approve a request that no member made. */
export async function canBeApproved(tx: Tx, levels: readonly Level[]): Promise<boolean> {
  const filled = await findPossibleApprovers(tx, levels, null);
  return filled.every(({ approvers, names }) => names.length >= approvers);
}

// The approval of a whole, such as a batch, counts for its parts, as far as it is enough for a part.

/**
 * Returns the members who approved these subjects, by subject id, with the permissions that they hold now and until the
 * transaction ends. Members who have left do not count.
 */
export async function readAgreements(
  tx: Tx,
  subjectKind: SubjectKind,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Permitted[]>> {
  if (subjectIds.length === 0) return new Map();
  const rows = await tx.query<{ subjectId: string; approverIds: string[] }>(READ_AGREEMENTS, [
    tx.merchantId,
    subjectKind,
    subjectIds,
  ]);
  const members = await readPermissions(
    tx,
    rows.flatMap(({ approverIds }) => approverIds),
  );
  return new Map(
    rows.map(({ subjectId, approverIds }) => [subjectId, approverIds.flatMap((id) => members.get(id) ?? [])]),
  );
}

/** True if the members who approved the whole are as many, and have the permissions, as a part needs. */
export function isAgreed({ levels }: Requirement, approvers: readonly Permitted[]): boolean {
  return progressOf(levels, approvers).complete;
}

const READ_AGREEMENTS = `
  select request.subject_id as "subjectId", request.approver_ids as "approverIds"
  from unnest($3::text[]) as wanted (id)
  join approvals.request
    on request.merchant_id = $1
    and request.subject_kind = $2
    and request.subject_id = wanted.id
    and request.status = 'approved'`;
