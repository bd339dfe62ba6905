import { recordAudit } from "#audit";
import type { Tx } from "#lib/db";
import { isAlone } from "./alone.ts";
import { tellFollowers } from "./follow-requests.ts";
import { lockRequests, type Request } from "./request.ts";
import { writeEnds } from "./write-decisions.ts";

const ENDED_MAX = 500;

/**
 * Ends the requests whose time has passed by the merchant's clock, at most 500 at once, the oldest first, and returns
 * them. Followers are notified.
 */
export async function expireRequests(tx: Tx): Promise<Request[]> {
  const due = await tx.query<{ requestId: string }>(FIND_DUE, [tx.merchantId, tx.now]);
  const locked = await lockRequests(tx, due);
  // Someone may have decided in the meantime, and that decision counts.
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

/**
 * Does what a person who is still alone asked for a day ago, by the merchant's clock. If another person could decide by
 * now, the request waits for that person. Returns the number of requests that were looked at.
 */
export async function completeAlone(tx: Tx): Promise<number> {
  const due = await tx.query<{ requestId: string }>(FIND_ALONE, [tx.merchantId, tx.now]);
  const open = (await lockRequests(tx, due)).flatMap((request) =>
    request?.status === "pending" && request.aloneUntil !== null ? [request] : [],
  );
  const done: (Request & { status: "approved" })[] = [];
  const left: string[] = [];
  for (const request of open) {
    if (!(await isAlone(tx, request.maker, request.levels))) left.push(request.requestId);
    else done.push({ ...request, status: "approved", endedAt: tx.now, endedBy: "system", approverIds: [] });
  }
  if (left.length > 0) await tx.execute(NO_LONGER_ALONE, [tx.merchantId, left]);
  await writeEnds(tx, done);
  await tellFollowers(
    tx,
    done.map((request) => ({ request, endedBy: "system", approvers: [] })),
  );
  await recordAudit(
    tx,
    done.map(({ requestId, subjectKind, subjectId }) => ({
      actor: "system",
      action: "approvals.done_alone",
      subject: `${subjectKind}:${subjectId}`,
      detail: { requestId },
    })),
  );
  return open.length;
}

const FIND_DUE = `
  select request_id as "requestId"
  from approvals.request
  where merchant_id = $1 and status = 'pending' and expires_at <= $2
  order by expires_at, request_id
  limit ${ENDED_MAX}`;

const FIND_ALONE = `
  select request_id as "requestId"
  from approvals.request
  where merchant_id = $1 and status = 'pending' and alone_until <= $2
  order by alone_until, request_id
  limit ${ENDED_MAX}`;

const NO_LONGER_ALONE = `
  update approvals.request
  set alone_until = null
  where merchant_id = $1 and request_id = any ($2::uuid[]) and status = 'pending'`;
