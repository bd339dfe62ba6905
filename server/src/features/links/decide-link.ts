/**
 * Decides what happens to a link and its claim: pure decisions over locked rows. Some failures of claims are
 * passing, and a refused order is reported with a reason of the contract.
 */
import type { RefusalCode, Transfer } from "#transfers";
import type { EventType } from "#webhooks";
import type { Claim, Destination } from "./claim.ts";
import { FAILURES_MAX, PASSING_WAIT_MS, type EndReason, type Link } from "./link.ts";

type LinkEvent = Extract<EventType, `CASHGRAM_${string}`>;

/** The change of one link and of one claim of it. Events in `after` are counted when it is written. */
export interface LinkChange {
  readonly before: Link;
  readonly after: Link;
  /** `before` is null for a new claim. */
  readonly claim: { readonly before: Claim | null; readonly after: Claim } | null;
  readonly events: readonly LinkEvent[];
}

/** A claim with its link, both locked. */
export interface Claimed {
  readonly link: Link;
  readonly claim: Claim;
}

/** The worker takes an ordered claim if it has no transfer by then. */
const ACCEPT_WITHIN_MS = 10_000;
/** A claim that cannot be settled, or must wait because payouts are disabled, is checked again after this. */
export const POSTPONED_MS = 15_000;
/** A claim is checked again after this if the link's maker has used up the verifications of a day. */
export const USED_UP_MS = 15 * 60_000;
/** The most claims of a link in total. */
const CLAIMS_MAX = 50;

/** Ends a link, so that it can no longer be claimed. */
export function endLink(before: Link, reason: EndReason, now: Date): LinkChange {
  return { before, after: endedLink(before, reason, now), claim: null, events: ["CASHGRAM_EXPIRED"] };
}

/** Clears the reminder that was sent. */
export function remindedLink(before: Link): LinkChange {
  return { before, after: withDue({ ...before, remindAt: null }), claim: null, events: [] };
}

/** Makes a claim of a confirmed draft. From now on its transfer decides about the link. */
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

/** Fails a claim whose order was refused. The caller holds the lock and has checked that there is no transfer. */
export function foldRefusal({ link, claim }: Claimed, reason: string, now: Date): LinkChange | null {
  if (claim.status !== "ordered") return null;
  const after: Claim = { ...claim, status: "failed", reason, sealedAccount: null, endedAt: now };
  return { before: link, claim: { before: claim, after }, ...failLink(link, reason, now) };
}

/** Postpones a claim that cannot be settled now: it stays ordered and is checked again a little later. */
export function postponeLink({ link, claim }: Claimed, now: Date, waitMs: number): LinkChange | null {
  if (claim.status !== "ordered" || link.status !== "pending") return null;
  const dueAt = new Date(now.getTime() + waitMs);
  return { before: link, after: { ...link, dueAt }, claim: null, events: [] };
}

/** Applies a transfer to its claim and link; null if there is nothing new. */
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

/** Late or repeated news changes nothing: a claim with a transfer only moves forward. */
const RANKS: Readonly<Record<Followed, number>> = { pending: 1, failed: 2, paid: 3, returned: 4 };

/** A transfer that was paid late has paid its payee, so the link must not be offered again. */
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

/** The event of a return follows that of the payment. */
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

/** Sets the due time of a link that can be claimed: first the reminder, then the end. */
function withDue(link: Link): Link {
  return { ...link, dueAt: dueOf(link) };
}

export function dueOf({ remindAt, expiresAt }: Pick<Link, "remindAt" | "expiresAt">): Date {
  return remindAt !== null && remindAt < expiresAt ? remindAt : expiresAt;
}

/**
 * Failures that are not caused by the payee's details. They do not count as an attempt, and the payee can use
 * the same details again a little later.
 */
const PASSING: ReadonlySet<string> = new Set([
  "INSUFFICIENT_BALANCE",
  "BANK_GATEWAY_ERROR",
  "REINITIALIZE_TRANSFER_LATER",
  "IMPS_MODE_FAIL",
  "RTGS_MODE_FAIL",
  "NPCI_UNAVAILABLE",
  "BENEFICIARY_BANK_OFFLINE",
  "PAYOUT_INACTIVE",
  "FUND_SOURCE_NOT_AVAILABLE",
  "ACCOUNT_LIMIT_EXCEEDED",
  "KEY_LIMIT_EXCEEDED",
  "KEY_FUND_SOURCE_NOT_ALLOWED",
  "KEY_DRAFT_WITHOUT_APPROVER",
  "NAME_NOT_CHECKED",
  "APPROVAL_EXPIRED",
  "FUND_SOURCE_STOPPED",
]);

function isPassing(reason: string): boolean {
  return PASSING.has(reason);
}

/** The contract's reasons for orders that were refused before there was a transfer. */
const REASONS: Readonly<Partial<Record<RefusalCode, string>>> = {
  beneficiary_details_invalid: "INVALID_BENE_ACCOUNT_OR_IFSC",
  invalid_account_or_ifsc: "INVALID_BENE_ACCOUNT_OR_IFSC",
  invalid_ifsc: "INVALID_IFSC_FAIL",
  mode_not_enabled: "DISABLED_MODE",
  mode_not_valid_for_beneficiary: "BENEFICIARY_INVALID_MODE",
  fund_source_not_valid_for_mode: "DISABLED_MODE",
  amount_below_minimum: "INVALID_TRANSFER_AMOUNT",
  amount_above_maximum: "INVALID_TRANSFER_AMOUNT",
  insufficient_balance: "INSUFFICIENT_BALANCE",
  beneficiary_not_allowed: "BENEFICIARY_BLACKLISTED",
  feature_not_available: "PAYOUT_INACTIVE",
};

/** Returns the reason for a refused order; our own code in capitals if the contract has none. */
export function reasonOfRefusal(code: RefusalCode): string {
  return REASONS[code] ?? code.toUpperCase();
}
