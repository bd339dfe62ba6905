import { registerTransferApprovals } from "./admit/follow-approvals.ts";
import { registerTransferEvents } from "./render-events.ts";

/** Registers transfers with webhooks and approvals. Call it once when a process starts. */
export function registerTransfers(): void {
  registerTransferEvents();
  registerTransferApprovals();
}
