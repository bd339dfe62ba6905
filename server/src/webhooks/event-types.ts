/** The events a merchant can be told of: what each is about, and which fields its webhook carries. */

interface EventShape {
  /** What `subjectId` names. */
  readonly subject: "transfer" | "batch" | "fund_source" | "incident" | "flowgram";
  /**
   * The fields beside `event` and `signature`, in the order of the contract. A field without a value is "".
   */
  readonly fields: readonly string[];
}

/** Every event type with its fields (spelt as on the wire). */
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
  // Ours, beside the contract's: paid after TRANSFER_FAILED; and what was paid so has come back.
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
  // Ours, beside the contract's: a bank that fund sources pay by.
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
export type SubjectKind = (typeof EVENT_TYPES)[EventType]["subject"];
/** A field of one event type, as on the wire. */
export type FieldOf<T extends EventType> = (typeof EVENT_TYPES)[T]["fields"][number];
/** What a webhook says, before the signature: every value is text. */
export type EventData = Readonly<Record<string, string>>;

/** Whether `text` names an event type. */
export function isEventType(text: string): text is EventType {
  return Object.hasOwn(EVENT_TYPES, text);
}

/**
 * Picks the fields of one event type from all that is known of its subject. `eventTime` is the event's own
 * moment unless the subject gives another; a field that is not known is "".
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

/** A moment as the contract writes it: `YYYY-MM-DD HH:mm:ss`, Indian time. */
export function formatEventTime(at: Date): string {
  return INDIA.format(at);
}
