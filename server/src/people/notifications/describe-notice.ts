/** Describes notices as rows of an e-mail. */
import { formatRupeesIndian, parseRupees } from "#lib/money";
import type { EventData } from "#webhooks";

export interface Notice {
  readonly sourceKey: string;
  readonly at: Date;
  /** Null if it was noted by a module or made of an audit record. Then `data` has the name, the id and the detail. */
  readonly eventType: string | null;
  readonly data: EventData;
}

interface Description {
  readonly what: string;
  readonly id: string;
  readonly detail: string;
}

/** An amount of an event, as people read it. */
function indian(rupees: string): string {
  const paise = parseRupees(rupees.replace(/^-/, ""));
  if (typeof paise !== "bigint") return rupees;
  return formatRupeesIndian(rupees.startsWith("-") ? -paise : paise);
}

type Describe = (fields: EventData) => Description;

const ofTransfer =
  (what: string): Describe =>
  ({ transferId = "", reason = "" }) => ({ what, id: transferId, detail: reason });

const ofFlowgram =
  (what: string): Describe =>
  ({ cashgramid = "", reason = "", utr = "" }) => ({ what, id: cashgramid, detail: reason || utr });

const withUtr = (utr: string): string => (utr === "" ? "" : `UTR ${utr}. `);

const DESCRIPTIONS: Readonly<Record<string, Describe>> = {
  TRANSFER_FAILED: ofTransfer("Failed"),
  TRANSFER_REJECTED: ofTransfer("Rejected"),
  TRANSFER_REVERSED: ofTransfer("Reversed"),
  TRANSFER_PAID_LATE: ({ transferId = "", utr = "" }) => ({
    what: "Paid after the failure",
    id: transferId,
    detail: `${withUtr(utr)}Taken from the fund source. Do not pay again under another transfer ID.`,
  }),
  TRANSFER_PAID_LATE_RETURNED: ({ transferId = "", utr = "" }) => ({
    what: "Paid after the failure, and returned",
    id: transferId,
    detail: `${withUtr(utr)}The money is in the fund source again.`,
  }),
  BULK_TRANSFER_REJECTED: ({ batchTransferId = "", reason = "" }) => ({
    what: "Rejected",
    id: batchTransferId,
    detail: reason,
  }),
  CREDIT_CONFIRMATION: ({ utr = "", amount = "", ledgerBalance = "" }) => ({
    what: "Credited",
    id: utr,
    detail: `${indian(amount)}, balance ${indian(ledgerBalance)}`,
  }),
  LOW_BALANCE_ALERT: ({ currentBalance = "", fundSource = "" }) => ({
    what: "Below the threshold",
    id: fundSource,
    detail: `balance ${indian(currentBalance)}`,
  }),
  BENEFICIARY_INCIDENT: ({ id = "", entityName = "", mode = "", status = "", severity = "" }) => ({
    what: [entityName, mode].filter(Boolean).join(" "),
    id,
    detail: [status, severity].filter(Boolean).join(", "),
  }),
  FUND_SOURCE_INCIDENT: ({
    id = "",
    bankName = "",
    mode = "",
    status = "",
    severity = "",
    incidentType = "",
  }) => ({
    what: [bankName, mode].filter(Boolean).join(" "),
    id,
    detail: [status, severity, incidentType].filter(Boolean).join(", "),
  }),
  CASHGRAM_REDEEMED: ofFlowgram("Redeemed"),
  CASHGRAM_TRANSFER_REVERSAL: ofFlowgram("Reversed"),
  CASHGRAM_EXPIRED: ofFlowgram("Expired"),
};

/** Describes what happened, to what, and why, in the reader's words. */
export function describeNotice({ eventType, data }: Notice): Description {
  const describe = eventType === null ? undefined : DESCRIPTIONS[eventType];
  if (describe !== undefined) return describe(data);
  const { what = eventType ?? "", id = "", detail = "" } = data;
  return { what, id, detail };
}
