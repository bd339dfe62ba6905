// Every event a merchant's endpoint can receive, with the fields in the order they are documented.
export interface WebhookEvent {
  name: string;
  when: string;
  fields: string[];
}

export const webhookEvents: WebhookEvent[] = [
  {
    name: "TRANSFER_SUCCESS",
    when: "The bank debited your fund source for the transfer.",
    fields: ["transferId", "referenceId", "acknowledged", "eventTime", "utr"],
  },
  {
    name: "TRANSFER_APPROVED",
    when: "An approver approved the transfer.",
    fields: ["transferId", "referenceId", "approvedBy", "approvedAt"],
  },
  {
    name: "TRANSFER_FAILED",
    when: "The transfer failed; nothing was paid.",
    fields: ["transferId", "referenceId", "reason"],
  },
  {
    name: "TRANSFER_REVERSED",
    when: "The beneficiary's bank sent the money back.",
    fields: ["transferId", "referenceId", "eventTime", "reason"],
  },
  {
    name: "CREDIT_CONFIRMATION",
    when: "Money arrived in your wallet.",
    fields: ["ledgerBalance", "amount", "utr"],
  },
  {
    name: "TRANSFER_ACKNOWLEDGED",
    when: "The beneficiary's bank credited the beneficiary.",
    fields: ["transferId", "referenceId", "acknowledged"],
  },
  {
    name: "TRANSFER_REJECTED",
    when: "The transfer was refused before it reached a bank.",
    fields: ["transferId", "referenceId", "reason"],
  },
  {
    name: "BENEFICIARY_INCIDENT",
    when: "A beneficiary bank or rail became unreliable, or recovered.",
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
  {
    name: "LOW_BALANCE_ALERT",
    when: "A fund source fell below its threshold.",
    fields: ["currentBalance", "alertTime"],
  },
];
