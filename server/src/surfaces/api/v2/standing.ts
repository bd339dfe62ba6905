/** The state of a transfer in the three terms of the v2 contract: status, its code, and a description. */
import { explainLate, type TransferDetails } from "#transfers";
import { standingAtEnd, type V2Standing } from "#webhooks";

export type Standing = V2Standing;

export const RECEIVED: Standing = {
  status: "RECEIVED",
  code: "RECEIVED",
  description:
    "The transfer has been received successfully for further processing. Rely on the status call or on webhooks to " +
    "know how it ends.",
};

export const APPROVAL_PENDING: Standing = {
  status: "APPROVAL_PENDING",
  code: "APPROVAL_PENDING",
  description: "The transfer requires approval. Members of your organization may approve or reject it.",
};

/** It is not known whether the order was stored: this is never reported as a failure. */
export const UNKNOWN: Standing = {
  status: "PENDING",
  code: "PENDING",
  description:
    "It is not known yet whether the transfer was taken. Ask for it by transfer_id; do not send it under another one.",
};

const PENDING =
  "The transfer is on its way, and the final confirmation of the bank is awaited. Rely on the status call or on " +
  "webhooks to know how it ends.";
const QUEUED =
  "The transfer waits for its time, for money in its fund source, for the hours of its rail, or for a bank that works.";
type Known = Pick<TransferDetails, "publicStatus" | "status" | "acknowledged" | "reason">;

/** Returns the terms for a transfer. */
export function standingOf({ publicStatus: status, status: inside, acknowledged, reason }: Known): Standing {
  switch (status) {
    case "RECEIVED":
      return RECEIVED;
    case "APPROVAL_PENDING":
      return APPROVAL_PENDING;
    case "QUEUED":
      return { status, code: "QUEUED", description: QUEUED };
    case "PENDING":
      return { status, code: "PENDING", description: PENDING };
    case "SUCCESS":
    case "FAILED":
    case "REJECTED":
    case "REVERSED":
      return standingAtEnd({
        status,
        acknowledged,
        reason: reason ?? (inside === "cancelled" ? "CANCELLED" : null),
        explained: explainLate(reason),
      });
    default:
      return status satisfies never;
  }
}
