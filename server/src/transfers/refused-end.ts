import type { TransferReason } from "#rails";
import type { EventType } from "#webhooks";
import type { Transfer } from "./transfer.ts";

/** The reasons that mean that the beneficiary's details are wrong. */
const WRONG_DETAILS: ReadonlySet<TransferReason> = new Set([
  "INVALID_ACCOUNT_FAIL",
  "INVALID_IFSC_FAIL",
  "INVALID_BENE_ACCOUNT_OR_IFSC",
  "INVALID_OR_NO_SUCH_ACCOUNT_TYPE",
  "BENE_NAME_DIFFERS",
]);

interface RefusedEnd {
  readonly status: "failed" | "rejected";
  readonly event: EventType;
}

/**
 * Returns how a transfer ends that its bank refuses for a reason. In the asynchronous flow, wrong details
 * reject it, because the caller has no answer yet. Everything else fails, in either flow.
 */
export function refusedEnd({ asynchronous }: Transfer, reason: TransferReason): RefusedEnd {
  return asynchronous && WRONG_DETAILS.has(reason)
    ? { status: "rejected", event: "TRANSFER_REJECTED" }
    : { status: "failed", event: "TRANSFER_FAILED" };
}
