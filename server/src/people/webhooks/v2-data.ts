/**
 * The v2 notifications: their event types, and their data, for transfers and for other events. The calls of v2 respond
 * with the same fields of a transfer.
 */
import { formatRupees } from "#lib/money";
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

export interface V2TransferFacts {
  readonly transferKey: string;
  readonly referenceId: bigint;
  readonly standing: V2Standing;
  /** The payee, with the account number in clear. */
  readonly payee: {
    readonly beneId: string | null;
    readonly bankAccount: string | null;
    readonly ifsc: string | null;
    readonly vpa: string | null;
  };
  readonly amountPaise: bigint;
  readonly feePaise: bigint;
  readonly taxPaise: bigint;
  /** BANK, UPI, CARD or another category. */
  readonly category: string;
  readonly utr: string | null;
  readonly fundSourceId: string;
  readonly acceptedAt: Date;
  readonly updatedAt: Date;
}

const COMPLETED =
  "The transfer has been processed by the beneficiary's bank and has been credited to the beneficiary.";
const SENT =
  "The transfer has been accepted by the bank. The beneficiary's bank has not confirmed the credit yet.";

const ENDED = {
  FAILED: "The transfer has failed and nothing was paid",
  REJECTED: "The transfer has been rejected and no money was moved",
  REVERSED: "The transfer was paid and has come back from the beneficiary's bank",
} as const;

/** The ways in which a transfer can end. */
export type V2Ending = "SUCCESS" | keyof typeof ENDED;

interface V2End {
  readonly status: V2Ending;
  /** True if the beneficiary's bank has confirmed the credit. It matters only for a success. */
  readonly acknowledged: boolean;
  /** The reason why it was not paid, or was returned. */
  readonly reason: string | null;
  /** A text to use instead of the reason's own description, for a failure that was paid late. */
  readonly explained?: string | null;
}

/** The standing of a transfer in v2: its status, its code, and a sentence. */
export interface V2Standing {
  readonly status: string;
  readonly code: string;
  readonly description: string;
}

/**
 * Returns the standing of a transfer that has ended. A success is final if its code is COMPLETED; otherwise
 * the code is the reason, if there is one.
 */
export function standingAtEnd({ status, acknowledged, reason, explained = null }: V2End): V2Standing {
  if (status === "SUCCESS") {
    const beside = explained === null ? "" : ` ${explained}`;
    return acknowledged
      ? { status, code: "COMPLETED", description: COMPLETED + beside }
      : { status, code: "SENT_TO_BENEFICIARY", description: SENT + beside };
  }
  if (reason !== null && explained !== null) return { status, code: reason, description: explained };
  const said = ENDED[status];
  return {
    status,
    code: reason ?? status,
    description: reason === null ? `${said}.` : `${said}: ${reason}.`,
  };
}

/** Returns the standing as fields. */
export const describeV2Standing = ({ status, code, description }: V2Standing): V2Data => ({
  status,
  status_code: code,
  status_description: description,
});

/** The codes of a transfer that failed and was paid late; the second if that payment was returned. */
const PAID_LATE = "PAID_AFTER_FAILURE";
const CAME_BACK = "PAID_LATE_AND_RETURNED";

/** Describes a transfer as it is, or was at an event. Unknown or uncharged values are left out. */
export function describeV2Transfer(transfer: V2TransferFacts): V2Data {
  const { standing, utr } = transfer;
  const { status, code } = standing;
  const isPaid = status === "SUCCESS" || status === "REVERSED" || code === PAID_LATE || code === CAME_BACK;
  return {
    transfer_id: transfer.transferKey,
    cf_transfer_id: String(transfer.referenceId),
    ...describeV2Standing(standing),
    beneficiary_details: describePayee(transfer.payee),
    transfer_amount: v2Rupees(transfer.amountPaise),
    ...(status === "SUCCESS" || code === PAID_LATE
      ? {
          transfer_service_charge: v2Rupees(transfer.feePaise),
          transfer_service_tax: v2Rupees(transfer.taxPaise),
        }
      : {}),
    transfer_mode: transfer.category,
    ...(isPaid && utr !== null ? { transfer_utr: utr } : {}),
    fundsource_id: transfer.fundSourceId,
    added_on: formatV2Time(transfer.acceptedAt),
    updated_on: formatV2Time(transfer.updatedAt),
  };
}

/** The IFSC is sent under both of its names, because clients read either. */
function describePayee({ beneId, bankAccount, ifsc, vpa }: V2TransferFacts["payee"]): V2Data {
  return {
    ...(beneId === null ? {} : { beneficiary_id: beneId }),
    beneficiary_instrument_details: {
      ...(bankAccount === null ? {} : { bank_account_number: bankAccount }),
      ...(ifsc === null ? {} : { bank_ifsc: ifsc, ifsc }),
      ...(vpa === null ? {} : { vpa }),
    },
  };
}

/** The only place where an amount is a number, as v2 requires. Exact for every amount of a transfer. */
export function v2Rupees(paise: bigint): number {
  return Number(formatRupees(paise));
}
