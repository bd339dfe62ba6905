/** The v2 notifications: their event types, and their data for events that are not about transfers. */
import type { EventData, EventType } from "./event-types.ts";

/** `data` of a v2 notification: fields in snake case, amounts as numbers, nothing is null. */
export type V2Data = Readonly<Record<string, unknown>>;

/** The events that exist in v2. Other events have no form there and are not sent to a v2 endpoint. */
export const V2_TYPES: readonly EventType[] = [
  "TRANSFER_ACKNOWLEDGED",
  "TRANSFER_SUCCESS",
  "TRANSFER_FAILED",
  "TRANSFER_REVERSED",
  "TRANSFER_REJECTED",
  "TRANSFER_PAID_LATE",
  "TRANSFER_PAID_LATE_RETURNED",
  "BULK_TRANSFER_REJECTED",
  "CREDIT_CONFIRMATION",
  "LOW_BALANCE_ALERT",
  "BENEFICIARY_INCIDENT",
  "FUND_SOURCE_INCIDENT",
];

/** Formats a moment as in v2: ISO 8601 in UTC, whole seconds. */
export function formatV2Time(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}

/** Converts the classic fields of an event; null if v2 needs more than these fields. */
export function convertToV2(type: EventType, fields: EventData): V2Data | null {
  const field = (name: string): string => fields[name] ?? "";
  switch (type) {
    case "BULK_TRANSFER_REJECTED":
      return {
        batch_transfer_id: field("batchTransferId"),
        cf_batch_transfer_id: field("referenceId"),
        status: "REJECTED",
        status_code: "REJECTED",
        status_description: field("reason"),
      };
    case "CREDIT_CONFIRMATION":
      return {
        ledger_balance: Number(field("ledgerBalance")),
        amount: Number(field("amount")),
        utr: field("utr"),
      };
    case "LOW_BALANCE_ALERT":
      return {
        current_balance: Number(field("currentBalance")),
        alert_time: convertTime(field("alertTime")),
      };
    case "BENEFICIARY_INCIDENT":
      return {
        bene_entity: field("beneEntity"),
        id: field("id"),
        mode: field("mode"),
        started_at: convertTime(field("startedAt")),
        status: field("status"),
        is_scheduled: field("isScheduled") === "true",
        severity: field("severity"),
        entity_name: field("entityName"),
        entity_code: field("entityCode"),
        resolved_at: convertTime(field("resolvedAt")),
      };
    case "FUND_SOURCE_INCIDENT":
      return {
        id: field("id"),
        bank_id: field("bankId"),
        bank_name: field("bankName"),
        mode: field("mode"),
        incident_type: field("incidentType"),
        started_at: convertTime(field("startedAt")),
        ends_at: convertTime(field("endsAt")),
        status: field("status"),
        severity: field("severity"),
        resolved_at: convertTime(field("resolvedAt")),
      };
    default:
      return null;
  }
}

/** Converts the contract's Indian time; "" stays "". */
function convertTime(text: string): string {
  return text === "" ? "" : formatV2Time(new Date(`${text.replace(" ", "T")}+05:30`));
}
