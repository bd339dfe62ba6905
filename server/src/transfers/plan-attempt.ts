/** Plans the next attempt: the transfer after the intent to send, the reference and the ledger entry. */
import type { Context } from "#lib/context";
import type { BankConnection } from "#fund-sources";
import type { Entry } from "#ledger";
import { CALENDARS, nextEnquiry, pollingEndsAt, type Rail } from "#rails";
import { sendEntry } from "./entries.ts";
import { move, type Step } from "./machine.ts";
import { priceBy } from "./price.ts";
import { referenceOf } from "./route-transfers.ts";
import type { Transfer } from "./transfer.ts";

export interface PlannedAttempt {
  /** The transfer once the intent to send is committed. */
  after: Transfer;
  attempt: number;
  reference: string;
  step: Step;
  entry: Entry;
}

/** Plans the instruction of a ready transfer to one bank. Nothing is sent before the plan is committed. */
export function planAttempt(
  ctx: Context,
  transfer: Transfer,
  { connection, rail, now }: { connection: BankConnection; rail: Rail; now: Date },
): PlannedAttempt {
  const { merchantId, transferKey, transferId } = transfer;
  const { bankId, bankNo } = connection;
  const attempt = transfer.attempt + 1;
  const after: Transfer = {
    ...transfer,
    status: "sent",
    waitingFor: null,
    ...priceBy(transfer, rail),
    rail,
    bankId,
    bankNo,
    attempt,
    enquiries: 0,
    sentAt: now,
    dueAt: firstEnquiry(ctx, { rail, transferId, sentAt: now }),
  };
  return {
    after,
    attempt,
    reference: referenceOf(ctx, { merchantId, transferKey, attempt, rail }),
    step: move("ready", "sent", `to ${bankId} by ${rail}`),
    entry: sendEntry(after, { attempt, bankNo }),
  };
}

/** Returns when the bank is first asked about an attempt; if it cannot be asked, when the 72 hours end. */
export function firstEnquiry(
  { config: { railCalendar } }: Context,
  { rail, transferId, sentAt }: { rail: Rail; transferId: string; sentAt: Date },
): Date {
  const next = nextEnquiry(rail, { sentAt, after: sentAt, seed: transferId }, CALENDARS[railCalendar]);
  return next ?? pollingEndsAt(sentAt);
}
