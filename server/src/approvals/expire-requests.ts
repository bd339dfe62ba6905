import { recordAudit } from "#audit";
import type { Tx } from "#lib/db";
import { tellFollowers } from "./follow-requests.ts";
import { lockRequests, type Request } from "./request.ts";
import { writeEnds } from "./write-decisions.ts";

const EXPIRED_MAX = 500;

/**
 * Ends the requests whose time has passed by the merchant's clock, at most 500 at once, the oldest first; answers
 * them. Followers are told.
 */
export async function expireRequests(tx: Tx): Promise<Request[]> {
  const due = await tx.query<{ requestId: string }>(FIND_DUE, [tx.merchantId, tx.now]);
  const locked = await lockRequests(tx, due);
  // Meanwhile someone may have decided, and then that holds.
  const expired = locked.flatMap((request): Request[] =>
    request?.status === "pending" && request.expiresAt <= tx.now
      ? [{ ...request, status: "expired", endedAt: tx.now, endedBy: "system" }]
      : [],
  );
  await writeEnds(tx, expired);
  await tellFollowers(
    tx,
    expired.map((request) => ({
      request: { ...request, status: "expired" },
      endedBy: "system",
      approvers: [],
    })),
  );
  await recordAudit(
    tx,
    expired.map(({ requestId, subjectKind, subjectId }) => ({
      actor: "system",
      action: "approvals.expired",
      subject: `${subjectKind}:${subjectId}`,
      detail: { requestId },
    })),
  );
  return expired;
}

const FIND_DUE = `
  select request_id as "requestId"
  from approvals.request
  where merchant_id = $1 and status = 'pending' and expires_at <= $2
  order by expires_at, request_id
  limit ${EXPIRED_MAX}`;
