/** What members have agreed to as a whole counts for its parts, as far as their agreement is enough for a part. */
import { readPermissions, type Permitted } from "#access";
import type { Tx } from "#lib/db";
import type { Requirement, SubjectKind } from "./policy.ts";
import { progressOf } from "./progress.ts";

/**
 * Who approved these subjects, by subject id, with the permissions that they hold now and until the transaction ends.
 * Members who have left do not count.
 */
export async function readAgreements(
  tx: Tx,
  subjectKind: SubjectKind,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Permitted[]>> {
  if (subjectIds.length === 0) return new Map();
  const rows = await tx.query<{ subjectId: string; approverIds: string[] }>(READ, [
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

/** Whether those who agreed to the whole are as many, and as permitted, as a part asks for. */
export function isAgreed({ levels }: Requirement, approvers: readonly Permitted[]): boolean {
  return progressOf(levels, approvers).complete;
}

const READ = `
  select request.subject_id as "subjectId", request.approver_ids as "approverIds"
  from unnest($3::text[]) as wanted (id)
  join approvals.request
    on request.merchant_id = $1
    and request.subject_kind = $2
    and request.subject_id = wanted.id
    and request.status = 'approved'`;
