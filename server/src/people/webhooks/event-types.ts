/** The events that a merchant can subscribe to: the subject of each, and the fields of its webhook. */

interface EventShape {
  /** The kind of object that `subjectId` identifies. */
  readonly subject: "transfer" | "batch" | "fund_source" | "incident" | "flowgram";
  /**
   * The fields besides `event` and `signature`, in the order of the contract. A field without a value is "".
   */
  readonly fields: readonly string[];
}

/** Every event type with its fields (spelled as sent). */
export const EVENT_TYPES = {
  TRANSFER_SUCCESS: {
    subject: "transfer",
    fields: ["transferId", "referenceId", "acknowledged", "eventTime", "utr"],
  },
  TRANSFER_FAILED: { subject: "transfer", fields: ["transferId", "referenceId", "reason"] },
  TRANSFER_REVERSED: { subject: "transfer", fields: ["transferId", "referenceId", "eventTime", "reason"] },
  TRANSFER_ACKNOWLEDGED: { subject: "transfer", fields: ["transferId", "referenceId", "acknowledged"] },
  TRANSFER_REJECTED: { subject: "transfer", fields: ["transferId", "referenceId", "reason"] },
  TRANSFER_APPROVED: {
    subject: "transfer",
    fields: ["transferId", "referenceId", "approvedBy", "approvedAt"],
  },
  // Our additions to the contract: a payment after TRANSFER_FAILED, and the return of such a payment.
  TRANSFER_PAID_LATE: {
    subject: "transfer",
    fields: ["transferId", "referenceId", "eventTime", "utr", "reason"],
  },
  TRANSFER_PAID_LATE_RETURNED: {
    subject: "transfer",
    fields: ["transferId", "referenceId", "eventTime", "utr", "reason"],
  },
  BULK_TRANSFER_REJECTED: { subject: "batch", fields: ["batchTransferId", "referenceId", "reason"] },
  CREDIT_CONFIRMATION: { subject: "fund_source", fields: ["ledgerBalance", "amount", "utr"] },
  LOW_BALANCE_ALERT: { subject: "fund_source", fields: ["currentBalance", "alertTime"] },
  BENEFICIARY_INCIDENT: {
    subject: "incident",
    fields: [
      "beneEntity",
      "id",
      "mode",
      "startedAt",
      "status",
      "isScheduled",
      "severity",
      "entityName",
      "entityCode",
      "resolvedAt",
    ],
  },
  // Our addition to the contract: an incident of a bank that pays for fund sources.
  FUND_SOURCE_INCIDENT: {
    subject: "incident",
    fields: [
      "id",
      "bankId",
      "bankName",
      "mode",
      "incidentType",
      "startedAt",
      "endsAt",
      "status",
      "severity",
      "resolvedAt",
    ],
  },
  CASHGRAM_REDEEMED: { subject: "flowgram", fields: ["cashgramid", "referenceId", "eventTime", "utr"] },
  CASHGRAM_TRANSFER_REVERSAL: { subject: "flowgram", fields: ["cashgramid", "referenceId", "eventTime"] },
  CASHGRAM_EXPIRED: { subject: "flowgram", fields: ["cashgramid", "reason", "eventTime"] },
} as const satisfies Record<string, EventShape>;

export type EventType = keyof typeof EVENT_TYPES;
export type EventSubject = (typeof EVENT_TYPES)[EventType]["subject"];
/** A field of one event type, as it is sent. */
export type FieldOf<T extends EventType> = (typeof EVENT_TYPES)[T]["fields"][number];
/** The content of a webhook, without the signature. Every value is text. */
export type EventData = Readonly<Record<string, string>>;

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(EVENT_TYPES, text);
}

/**
 * Picks the fields of one event type from everything known about its subject. `eventTime` is the event's own
 * time unless the subject gives another. An unknown field is "".
 */
export function pickFields(type: EventType, known: EventData, at: Date): EventData {
  const fields: readonly string[] = EVENT_TYPES[type].fields;
  return Object.fromEntries(
    fields.map((field) => [field, known[field] ?? (field === "eventTime" ? formatEventTime(at) : "")]),
  );
}

const INDIA = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Asia/Kolkata",
  dateStyle: "short",
  timeStyle: "medium",
});

/** Formats a moment as in the contract: `YYYY-MM-DD HH:mm:ss`, Indian time. */
export function formatEventTime(at: Date): string {
  return INDIA.format(at);
}
