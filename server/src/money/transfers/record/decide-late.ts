/**
 * Decides about news of an attempt that was given up as unpaid. Pure. Only a payment and its return still
 * matter: they are booked and published, and the payment is raised as a contradiction. The status stays.
 */
import assert from "node:assert/strict";
import { isLateReason } from "#rails";
import type { EventType } from "#webhooks";
import type { AttemptFacts } from "./decide-news.ts";
import { lateAccount, lateReturnEntry, lateSuccessEntry } from "../entries.ts";
import { type Fact, wordsOfFact } from "../fact.ts";
import { isEndedUnpaid } from "../machine.ts";
import { paidUtr, type PaidElsewhere } from "../send/tried-banks.ts";
import { priceBy } from "../price.ts";
import type { Transfer } from "../transfer.ts";
import { contradict, unchanged, type Change, type PlannedEntry } from "../write-changes.ts";

/** Decides about news of one attempt that had been given up. */
export function decideDead(transfer: Transfer, about: AttemptFacts): Change {
  const paid = about.facts.find((fact) => fact.evidence === "POS");
  if (paid === undefined) return unchanged(transfer);
  const wasBooked = knew(about, "POS");
  const wasReturned = wasBooked && knew(about, "RET");
  const isBack = about.facts.some((fact) => fact.evidence === "RET") && !wasReturned;
  const utr = paidUtr(about.facts);
  const credited = about.facts.some((fact) => fact.evidence === "POS" && fact.credited);
  if (wasBooked && !isBack) return addWords(transfer, { utr, credited });
  const price = priceBy(transfer, about.rail);
  const told: PaidElsewhere = isBack
    ? standing(about, { utr, ...price })
    : { reason: "PAID_AFTER_FAILURE", utr, ...price };
  return {
    ...unchanged(transfer),
    after: tellReason(transfer, told, credited && !isBack),
    entries: [planEntries({ ...transfer, ...price }, about, { wasBooked, isBack })],
    events: [...(wasBooked ? [] : [PAID_LATE]), ...(isBack ? [CAME_BACK] : [])],
    late: { utr },
    contradiction: wasBooked ? undefined : contradict(about, "late_success", wordsOfFact(paid, "paid")),
  };
}

const PAID_LATE: EventType = "TRANSFER_PAID_LATE";
const CAME_BACK: EventType = "TRANSFER_PAID_LATE_RETURNED";

/** Returns true if there was such evidence about the attempt before this news. */
function knew({ facts, fresh }: AttemptFacts, evidence: Fact["evidence"]): boolean {
  return facts.some((fact) => fact.evidence === evidence && !fresh.includes(fact));
}

/**
 * Sets the transfer's reason. `credited` means that the payee's bank has confirmed the credit of the late
 * payment. If the transfer is in progress, the attempt that ends it will set the reason. Always returns a
 * copy, so that this counts as a change even if only money and the contradiction change.
 */
function tellReason(transfer: Transfer, told: PaidElsewhere, credited: boolean): Transfer {
  const stands = told.reason === "PAID_AFTER_FAILURE";
  if (transfer.status === "succeeded") return { ...transfer, reason: stands ? "PAID_TWICE" : null };
  const speaks = isEndedUnpaid(transfer.status) || (transfer.status === "reversed" && stands);
  if (!speaks && !isLateReason(transfer.reason)) return { ...transfer };
  const acknowledged = isEndedUnpaid(transfer.status) ? stands && credited : transfer.acknowledged;
  return { ...transfer, ...told, utr: told.utr ?? transfer.utr, acknowledged };
}

/** Returns what applies after a payment was returned: the late success of another attempt may still apply. */
function standing({ paidElsewhere }: AttemptFacts, own: Omit<PaidElsewhere, "reason">): PaidElsewhere {
  const stands = paidElsewhere?.reason === "PAID_AFTER_FAILURE";
  return stands ? paidElsewhere : { reason: "PAID_LATE_AND_RETURNED", ...own };
}

/** Adds the UTR and the credit, which a bank may report after the payment itself. */
function addWords(transfer: Transfer, { utr, credited }: { utr: string | null; credited: boolean }): Change {
  if (!isEndedUnpaid(transfer.status)) return unchanged(transfer);
  const after = {
    ...transfer,
    utr: transfer.utr ?? utr,
    acknowledged: transfer.acknowledged || (credited && transfer.reason === "PAID_AFTER_FAILURE"),
  };
  const isNew = after.utr !== transfer.utr || after.acknowledged !== transfer.acknowledged;
  return isNew ? { ...unchanged(transfer), after } : unchanged(transfer);
}

function planEntries(
  transfer: Transfer,
  about: AttemptFacts,
  { wasBooked, isBack }: { wasBooked: boolean; isBack: boolean },
): PlannedEntry {
  return (books) => {
    if (!wasBooked) {
      const from = lateAccount(transfer, books);
      const late = lateSuccessEntry(transfer, about, from);
      return isBack ? [late, lateReturnEntry(transfer, about, from)] : [late];
    }
    assert(about.lateBooked !== null, "what comes back was taken from somewhere");
    const { from, ...charged } = about.lateBooked;
    return [lateReturnEntry({ ...transfer, ...charged }, about, from)];
  };
}
