/** Ends requests without a decision: members withdraw them, and those that no one decided in time expire. */
import { memberOf, readPermissions } from "#access";
import { type Actor, recordAudit } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { defineWorker, momentsIn } from "#lib/worker";
import { isAlone } from "./alone.ts";
import { writeEnds } from "./decide-requests.ts";
import type { ApprovalRefusal } from "./errors.ts";
import { tellFollowers } from "./follow-requests.ts";
import { lockRequests, type Request, type RequestName } from "./request.ts";

interface RequestWithdrawal {
  readonly request: RequestName;
  /** The maker, a member who has changed it since, the system, or an actor who may end the subject itself. */
  readonly by: Actor;
  /** True if the caller has made sure that `by` may end the subject, even if another member made the request. */
  readonly mayEndSubject?: boolean;
  readonly remarks?: string;
}

type RequestWithdrawalOutcome =
  | { readonly kind: "withdrawn"; readonly request: Request }
  | { readonly kind: "refused"; readonly code: ApprovalRefusal; readonly request: Request | null };

/**
 * Takes back a set of pending requests, in the caller's transaction. Returns the outcomes in the order given. Followers
 * are notified.
 */
export async function withdrawRequests(
  tx: Tx,
  withdrawals: readonly RequestWithdrawal[],
): Promise<RequestWithdrawalOutcome[]> {
  const requests = await lockRequests(
    tx,
    withdrawals.map(({ request }) => request),
  );
  const gone = new Set<Request>();
  const outcomes = withdrawals.map((withdrawal, index): RequestWithdrawalOutcome => {
    const request = requests[index];
    if (request === undefined) return { kind: "refused", code: "not_found", request: null };
    const code = gone.has(request) ? "already_ended" : refusalOf(withdrawal, request);
    if (code !== null) return { kind: "refused", code, request };
    gone.add(request);
    const { by, remarks = "" } = withdrawal;
    return {
      kind: "withdrawn",
      request: { ...request, status: "withdrawn", endedAt: tx.now, endedBy: by, remarks },
    };
  });
  const withdrawn = outcomes.flatMap(({ kind, request }) => (kind === "withdrawn" ? [request] : []));
  await writeEnds(tx, withdrawn);
  await tellFollowers(
    tx,
    withdrawn.map((request) => ({
      request: { ...request, status: "withdrawn" },
      endedBy: request.endedBy!,
      approvers: [],
    })),
  );
  await recordAudit(
    tx,
    withdrawn.map(({ requestId, subjectKind, subjectId, endedBy, remarks }) => ({
      actor: endedBy!,
      action: "approvals.withdrawn",
      subject: `${subjectKind}:${subjectId}`,
      detail: { requestId, remarks },
    })),
  );
  return outcomes;
}

/** True if other members than `by` made a request, and one of them is still in the organization. */
export async function isOfAnother(tx: Tx, { makerIds }: Request, by: Actor): Promise<boolean> {
  const memberId = memberOf(by);
  if (memberId === null || makerIds.includes(memberId)) return false;
  return (await readPermissions(tx, makerIds)).size > 0;
}

function refusalOf(
  { by, mayEndSubject = false }: RequestWithdrawal,
  request: Request,
): ApprovalRefusal | null {
  if (request.status !== "pending") return "already_ended";
  if (mayEndSubject) return null;
  const memberId = memberOf(by);
  const isMaker = by === request.maker || (memberId !== null && request.makerIds.includes(memberId));
  return isMaker || by === "system" ? null : "not_the_maker";
}

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
async function completeAlone(tx: Tx): Promise<number> {
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

/** Ends all requests of a merchant that are due, and returns how many it ended. */
export async function workApprovals(ctx: Context, merchantId: string): Promise<number> {
  let ended = 0;
  for (;;) {
    const alone = await ctx.db.inMerchant(merchantId, completeAlone);
    const expired = await ctx.db.inMerchant(merchantId, expireRequests);
    ended += alone + expired.length;
    if (alone + expired.length === 0) return ended;
  }
}

export const approvalsWorker = defineWorker({
  name: "approvals",
  everyMs: 5_000,
  due: `exists (
      select from approvals.request
      where request.merchant_id = clock.merchant_id
        and request.status = 'pending'
        and request.expires_at <= clock.now
    )
    or exists (
      select from approvals.request
      where request.merchant_id = clock.merchant_id
        and request.status = 'pending'
        and request.alone_until <= clock.now
    )`,
  work: workApprovals,
  /** The times at which requests end. */
  moments: {
    approvals: momentsIn(
      "approvals.request",
      "least(expires_at, coalesce(alone_until, expires_at))",
      "status = 'pending'",
    ),
  },
});
