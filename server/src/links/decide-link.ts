/** What becomes of a link and its claim: pure decisions over rows that are locked. */
import type { Transfer } from "#transfers";
import type { EventType } from "#webhooks";
import type { Claim, Destination } from "./claim.ts";
import { isPassing } from "./failure.ts";
import type { EndReason, Link } from "./link.ts";
import { FAILURES_MAX, PASSING_WAIT_MS } from "./terms.ts";

type LinkEvent = Extract<EventType, `CASHGRAM_${string}`>;

/** What happens to one link, and to one claim of it. `after` need not count events: they are counted when written. */
export interface LinkChange {
  readonly before: Link;
  readonly after: Link;
  /** `before` null: a new one. */
  readonly claim: { readonly before: Claim | null; readonly after: Claim } | null;
  readonly events: readonly LinkEvent[];
}

/** A claim with the link it belongs to, both locked. */
export interface Claimed {
  readonly link: Link;
  readonly claim: Claim;
}

/** An ordered claim that no one has accepted by then is taken up by the worker. */
const ACCEPT_WITHIN_MS = 10_000;
/** What could not be settled, or may not while payouts are switched off, is looked at again after so long. */
const POSTPONED_MS = 15_000;
/** Claims of a link altogether. */
const CLAIMS_MAX = 50;

/** The link can be claimed no more. */
export function endLink(before: Link, reason: EndReason, now: Date): LinkChange {
  return { before, after: endedLink(before, reason, now), claim: null, events: ["CASHGRAM_EXPIRED"] };
}

/** The payee was reminded. */
export function remindedLink(before: Link): LinkChange {
  return { before, after: withDue({ ...before, remindAt: null }), claim: null, events: [] };
}

/** The payee confirmed a draft: from here on its transfer decides. */
export function orderClaim(
  before: Link,
  draft: Destination & { readonly draftId: string },
  now: Date,
): LinkChange {
  const claims = before.claims + 1;
  const after: Claim = {
    ...draft,
    linkId: before.linkId,
    claim: claims,
    transferNo: before.transfersFailed + 1,
    status: "ordered",
    transferId: null,
    referenceId: null,
    reason: null,
    orderedAt: now,
    endedAt: null,
  };
  const dueAt = new Date(now.getTime() + ACCEPT_WITHIN_MS);
  return {
    before,
    after: { ...before, status: "pending", reason: null, claims, retryAt: null, dueAt },
    claim: { before: null, after },
    events: [],
  };
}

/** The order was refused before there was a transfer; who says so has looked, under the lock, that there is none. */
export function foldRefusal({ link, claim }: Claimed, reason: string, now: Date): LinkChange | null {
  if (claim.status !== "ordered") return null;
  const after: Claim = { ...claim, status: "failed", reason, sealedAccount: null, endedAt: now };
  return { before: link, claim: { before: claim, after }, ...failLink(link, reason, now) };
}

/** Its claim cannot be settled now: it stays ordered and is looked at again a little later. */
export function postponeLink({ link, claim }: Claimed, now: Date): LinkChange | null {
  if (claim.status !== "ordered" || link.status !== "pending") return null;
  const dueAt = new Date(now.getTime() + POSTPONED_MS);
  return { before: link, after: { ...link, dueAt }, claim: null, events: [] };
}

/** What a claim's transfer does to the claim and its link; null when that is known already. */
export function foldTransfer({ link, claim }: Claimed, transfer: Transfer, now: Date): LinkChange | null {
  const status = claimStatusOf(transfer);
  if (RANKS[status] <= (claim.transferId === null ? 0 : RANKS[claim.status as keyof typeof RANKS]))
    return null;
  const reason = status === "failed" ? (transfer.reason ?? "FAILED") : null;
  const after: Claim = {
    ...claim,
    status,
    reason,
    transferId: transfer.transferId,
    referenceId: transfer.referenceId,
    sealedAccount: null,
    endedAt: status === "pending" ? null : now,
  };
  const change = { before: link, claim: { before: claim, after } };
  if (status === "paid" || status === "returned") return { ...change, ...payLink(link, transfer, now) };
  if (link.status === "expired") return { ...change, after: link, events: [] };
  if (status === "pending") {
    return {
      ...change,
      after: { ...link, status: "pending", reason: null, retryAt: null, dueAt: null },
      events: [],
    };
  }
  const counted = { ...link, transfersFailed: Math.max(link.transfersFailed, claim.transferNo) };
  return { ...change, ...failLink(counted, reason ?? "FAILED", now) };
}

type Followed = "pending" | "failed" | "paid" | "returned";

/** News that come late or twice change nothing: a claim with a transfer only goes on. */
const RANKS: Readonly<Record<Followed, number>> = { pending: 1, failed: 2, paid: 3, returned: 4 };

/** A transfer that failed and was paid after all has paid its payee: the link is not to be offered again. */
function claimStatusOf({ status, reason }: Transfer): Followed {
  if (reason === "PAID_AFTER_FAILURE") return "paid";
  if (reason === "PAID_LATE_AND_RETURNED") return "returned";
  switch (status) {
    case "succeeded":
      return "paid";
    case "reversed":
      return "returned";
    case "failed":
    case "rejected":
    case "cancelled":
      return "failed";
    case "received":
    case "awaiting_approval":
    case "waiting":
    case "ready":
    case "sent":
    case "review":
      return "pending";
    default: {
      const never: never = status;
      return never;
    }
  }
}

type Outcome = Pick<LinkChange, "after" | "events">;

/** A return is told after the payment that it takes back. */
function payLink(link: Link, transfer: Transfer, now: Date): Outcome {
  const { referenceId, utr } = transfer;
  const paid: Link = {
    ...link,
    status: "redeemed",
    reason: null,
    paidReferenceId: referenceId,
    utr,
    retryAt: null,
    remindAt: null,
    dueAt: null,
    endedAt: link.endedAt ?? now,
  };
  const first = link.status === "redeemed" ? [] : (["CASHGRAM_REDEEMED"] as const);
  if (claimStatusOf(transfer) !== "returned") return { after: paid, events: first };
  return { after: { ...paid, status: "reversed" }, events: [...first, "CASHGRAM_TRANSFER_REVERSAL"] };
}

function failLink(link: Link, reason: string, now: Date): Outcome {
  const passing = isPassing(reason);
  const failures = link.failures + (passing ? 0 : 1);
  const failed: Link = { ...link, status: "failed", reason, failures };
  const isOver = failures >= FAILURES_MAX || link.claims >= CLAIMS_MAX;
  const end: EndReason | null = isOver
    ? "REDEMPTION_ATTEMPTS_EXCEEDED"
    : link.expiresAt <= now
      ? "LINK_EXPIRED"
      : null;
  if (end !== null) return { after: endedLink(failed, end, now), events: ["CASHGRAM_EXPIRED"] };
  const retryAt = passing ? new Date(now.getTime() + PASSING_WAIT_MS) : null;
  return { after: withDue({ ...failed, retryAt }), events: [] };
}

function endedLink(link: Link, reason: EndReason, now: Date): Link {
  return {
    ...link,
    status: "expired",
    reason,
    retryAt: null,
    remindAt: null,
    dueAt: null,
    passwordHash: null,
    passwordEndsAt: null,
    endedAt: now,
  };
}

/** While it may be claimed, a link is due at its reminder and then at its end. */
function withDue(link: Link): Link {
  return { ...link, dueAt: dueOf(link) };
}

/** When an open link is due next. */
export function dueOf({ remindAt, expiresAt }: Pick<Link, "remindAt" | "expiresAt">): Date {
  return remindAt !== null && remindAt < expiresAt ? remindAt : expiresAt;
}
