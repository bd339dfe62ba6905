import type { Tx } from "#lib/db";
import type { ApprovalRefusal } from "./errors.ts";
import { recheckRequests } from "./revise-requests.ts";
import type { Request, RequestName } from "./request.ts";

interface Release {
  readonly request: RequestName;
  /** The hash of what is about to be done. */
  readonly contentHash: Buffer;
}

type ReleaseOutcome =
  | { readonly kind: "released"; readonly request: Request }
  | { readonly kind: "refused"; readonly code: ApprovalRefusal; readonly request: Request | null };

/**
 * Uses up approvals for something that is done once, later than it was approved, in the transaction that does it.
 * Returns the outcomes in the order given, and releases each request once. The approvals must still stand, cover
 * exactly this content, and not be older than the time that the request could wait.
 */
export async function releaseRequests(tx: Tx, releases: readonly Release[]): Promise<ReleaseOutcome[]> {
  const rechecks = await recheckRequests(
    tx,
    releases.map(({ request }) => request),
  );
  const outcomes = rechecks.map((recheck, index): ReleaseOutcome => {
    const { request } = recheck;
    if (recheck.kind === "fallen") return { kind: "refused", code: recheck.code, request };
    const code = refusalOf(recheck.request, releases[index]!, tx.now);
    return code === null
      ? { kind: "released", request: { ...recheck.request, releasedAt: tx.now } }
      : { kind: "refused", code, request };
  });
  const released = outcomes.flatMap(({ kind, request }) => (kind === "released" ? [request.requestId] : []));
  if (released.length > 0) await tx.execute(RELEASE, [tx.merchantId, released, tx.now]);
  return outcomes;
}

function refusalOf(request: Request, { contentHash }: Release, now: Date): ApprovalRefusal | null {
  if (request.releasedAt !== null) return "already_released";
  if (!contentHash.equals(request.contentHash)) return "content_changed";
  return request.expiresAt <= now ? "expired" : null;
}

const RELEASE = `
  update approvals.request
  set released_at = $3
  where merchant_id = $1 and request_id = any ($2::uuid[]) and status = 'approved'`;
