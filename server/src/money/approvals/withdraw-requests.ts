import { memberOf, readPermissions } from "#access";
import { recordAudit, type Actor } from "#audit";
import type { Tx } from "#lib/db";
import type { ApprovalRefusal } from "./errors.ts";
import { tellFollowers } from "./follow-requests.ts";
import { lockRequests, type Request, type RequestName } from "./request.ts";
import { writeEnds } from "./write-decisions.ts";

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
