// Every event that a merchant's endpoint can receive, with its published fields in their order.
import { webhookCatalogue } from "./from-the-engine.ts";

export interface WebhookEvent {
  name: string;
  when: string;
  fields: string[];
}

const moments: Record<string, string> = {
  TRANSFER_SUCCESS: "The bank debited your fund source for the transfer.",
  TRANSFER_APPROVED: "The last required approver approved the transfer.",
  TRANSFER_FAILED: "The transfer failed; nothing was paid.",
  TRANSFER_REVERSED: "The beneficiary's bank returned the money.",
  TRANSFER_ACKNOWLEDGED: "The beneficiary's bank credited the beneficiary.",
  TRANSFER_REJECTED:
    "Nothing is paid: the transfer was refused or cancelled before it reached a bank, or (asynchronous) the bank refused wrong details.",
  TRANSFER_PAID_LATE:
    "A bank paid the transfer after TRANSFER_FAILED. Its status stays FAILED; do not pay again.",
  TRANSFER_PAID_LATE_RETURNED: "A payment reported by TRANSFER_PAID_LATE was returned to the fund source.",
  BULK_TRANSFER_REJECTED: "A batch was rejected as a whole; no row is paid.",
  CREDIT_CONFIRMATION: "Money arrived in a fund source.",
  LOW_BALANCE_ALERT: "The available balance of a fund source dropped below its threshold.",
  BENEFICIARY_INCIDENT: "A beneficiary bank or rail became unreliable, or recovered.",
  FUND_SOURCE_INCIDENT:
    "A bank of your fund sources became unreliable on a rail or is held after a restore of the database, or this is over.",
  CASHGRAM_REDEEMED: "The payee of a Flowgram was paid.",
  CASHGRAM_TRANSFER_REVERSAL: "The payee's bank returned the money of a Flowgram.",
  CASHGRAM_EXPIRED: "A Flowgram ended without being paid; the reason says why.",
};

export const webhookEvents: WebhookEvent[] = webhookCatalogue.map(({ event, fields }) => ({
  name: event,
  when: moments[event] ?? "",
  fields: fields.filter((field) => field !== "event" && field !== "signature"),
}));
