import type { Tx } from "#lib/db";
import type { SubjectKind } from "./policy.ts";
import { REQUEST_COLUMNS, type Request } from "./request.ts";

/** The newest request of each of these subjects, by subject id; who needed no approval is not there. Locks nothing. */
export async function findRequests(
  tx: Tx,
  subjectKind: SubjectKind,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, Request>> {
  if (subjectIds.length === 0) return new Map();
  const rows = await tx.query<Request>(FIND, [tx.merchantId, subjectKind, subjectIds]);
  return new Map(rows.map((row) => [row.subjectId, row]));
}

const FIND = `
  select distinct on (request.subject_id) ${REQUEST_COLUMNS}
  from unnest($3::text[]) as wanted (id)
  join approvals.request
    on request.merchant_id = $1
    and request.subject_kind = $2
    and request.subject_id = wanted.id
  order by request.subject_id, request.request_id desc`;
