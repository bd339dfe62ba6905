import type { Tx } from "#lib/db";
import type { SubjectKind } from "./policy.ts";
import { REQUEST_COLUMNS, type Request, type RequestStatus } from "./request.ts";

export interface RequestPage {
  /** At most 500. */
  readonly limit: number;
  /** Only of these kinds: one tab shows transfers, another one batches. */
  readonly subjectKinds?: readonly SubjectKind[] | undefined;
  /** `pending` when absent. */
  readonly status?: RequestStatus | undefined;
  /** The last one of the page before. */
  readonly after?: Pick<Request, "requestId" | "expiresAt"> | undefined;
  /** Leaves out what this member has made, changed or decided. */
  readonly forMemberId?: string | undefined;
}

/** A page of requests, those that expire first at the front. An empty page is the end. */
export async function listRequests(tx: Tx, page: RequestPage): Promise<Request[]> {
  const { after, status = "pending" } = page;
  return tx.query<Request>(status === "pending" ? LIST_PENDING : LIST_ENDED, [
    tx.merchantId,
    Math.min(page.limit, 500),
    page.subjectKinds ?? null,
    after?.expiresAt ?? "-infinity",
    after?.requestId ?? "00000000-0000-0000-0000-000000000000",
    page.forMemberId ?? null,
    ...(status === "pending" ? [] : [status]),
  ]);
}

const list = (status: string): string => `
  select ${REQUEST_COLUMNS}
  from approvals.request
  where request.merchant_id = $1
    and request.status = ${status}
    and ($3::text[] is null or request.subject_kind = any ($3::text[]))
    and (request.expires_at, request.request_id) > ($4::timestamptz, $5::uuid)
    and (
      $6::uuid is null
      or (
        $6::uuid <> all (request.maker_ids)
        and not exists (
          select from approvals.decision
          where decision.merchant_id = request.merchant_id
            and decision.request_id = request.request_id
            and decision.revision = request.revision
            and decision.member_id = $6::uuid
        )
      )
    )
  order by request.expires_at, request.request_id
  limit $2`;

// The word itself, so that the index of what is pending answers.
const LIST_PENDING = list("'pending'");
const LIST_ENDED = list("$7");
