/** Gives up an attempt that paid nothing and never will; the transfer is routed again, or ends. Pure. */
import type { TransferReason } from "#rails";
import type { AttemptFacts } from "./decide-news.ts";
import { releaseHeldEntry, unsendEntry } from "../entries.ts";
import { move } from "../machine.ts";
import type { Transfer } from "../transfer.ts";
import type { Change } from "../write-changes.ts";

interface GivingUp {
  evidence: "NEG" | "NOSEND";
  because: string;
  dueAt: Date;
  now: Date;
  reason: TransferReason | null;
}

/**
 * Sets the transfer back to ready for the next route. If another attempt was paid late in the meantime, the
 * transfer must not be paid again: the hold is released, as that payment is booked already.
 */
export function giveUpAttempt(
  transfer: Transfer,
  about: AttemptFacts,
  { evidence, because, dueAt, now, reason }: GivingUp,
): Change {
  const givenUp: Change = {
    before: transfer,
    after: { ...transfer, status: "ready", dueAt, deemed: false, reason, enquiries: 0, sentAt: null },
    steps: [move("sent", "ready", because)],
    entries: [unsendEntry(transfer, about)],
    events: [],
    ended: { attempt: about.attempt, evidence },
  };
  if (about.paidElsewhere === null) return givenUp;
  return {
    ...givenUp,
    after: {
      ...givenUp.after,
      status: "failed",
      ...about.paidElsewhere,
      finishedAt: now,
      dueAt: null,
    },
    steps: [...givenUp.steps, move("ready", "failed", "an attempt given up before was paid after all")],
    entries: [...givenUp.entries, releaseHeldEntry(transfer)],
    events: ["TRANSFER_FAILED"],
  };
}
