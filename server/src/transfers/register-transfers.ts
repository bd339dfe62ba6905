import { registerTransferApprovals } from "./follow-approvals.ts";
import { registerTransferEvents } from "./render-events.ts";

/** Tells webhooks and approvals what they must know of transfers. Called once at the start of a process. */
export function registerTransfers(): void {
  registerTransferEvents();
  registerTransferApprovals();
}
