import type { Tx } from "#lib/db";
import type { SubjectKind } from "./policy.ts";

/** Who approved a subject and when. */
export interface Approval {
  readonly approvedBy: readonly {
    readonly memberId: string;
    readonly name: string;
    readonly email: string;
  }[];
  /** By the merchant's clock. */
  readonly approvedAt: Date;
}

/** Who approved these subjects, by subject id, for those that were; in the order in which they approved. */
export async function readApprovers(
  tx: Tx,
  subjectKind: SubjectKind,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, Approval>> {
  if (subjectIds.length === 0) return new Map();
  const rows = await tx.query<Approval & { subjectId: string }>(READ, [
    tx.merchantId,
    subjectKind,
    subjectIds,
  ]);
  return new Map(rows.map(({ subjectId, ...approval }) => [subjectId, approval]));
}

// Members who have left since are named too.
const READ = `
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
