import { startApprovals } from "#approvals";
import { startBatches } from "#batches";
import { startVerifying } from "#beneficiaries";
import { startPruning } from "#calls";
import { startEntry } from "#entry";
import { startAlerting } from "#fund-sources";
import { startBankWatch, startHealth } from "#health";
import { startPruningKeys } from "#idempotency";
import type { Context } from "#lib/context";
import type { Working } from "#lib/work-loop";
import { startLending } from "#lending";
import { startLinks } from "#links";
import { startMessages } from "#messages";
import { startNotifications } from "#notifications";
import { startRecalls } from "#recalls";
import { startReconciliation } from "#reconciliation";
import { startReports } from "#reports";
import { startTransfers } from "#transfers";
import { startDelivering } from "#webhooks";
import { startWithdrawals } from "#withdrawals";
import { startSealing } from "./start-sealing.ts";

/** Starts all background work of this process. `stop` takes up nothing new and lets what is under way end. */
export async function startWorker(ctx: Context): Promise<Working> {
  const transfers = startTransfers(ctx);
  const batches = startBatches(ctx);
  const messages = startMessages(ctx);
  const notifications = startNotifications(ctx);
  const recalls = startRecalls(ctx);
  const reconciliation = startReconciliation(ctx);
  const reports = startReports(ctx);
  const withdrawals = startWithdrawals(ctx);
  const alerting = startAlerting(ctx);
  const health = startHealth(ctx);
  const banks = startBankWatch(ctx);
  const links = startLinks(ctx);
  const lending = startLending(ctx);
  const approvals = startApprovals(ctx);
  const pruning = startPruning(ctx);
  const pruningKeys = startPruningKeys(ctx);
  const verifying = startVerifying(ctx);
  const entry = startEntry(ctx);
  const sealing = startSealing(ctx);
  const stopDelivering = await startDelivering(ctx);
  return {
    async stop() {
      const loops = [
        transfers,
        batches,
        health,
        banks,
        links,
        lending,
        messages,
        notifications,
        recalls,
        reconciliation,
        reports,
        withdrawals,
        alerting,
        approvals,
        pruning,
        pruningKeys,
        verifying,
        entry,
        sealing,
      ];
      await Promise.all([...loops.map((loop) => loop.stop()), stopDelivering()]);
    },
  };
}
