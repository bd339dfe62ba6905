/** Lists all background work. Each worker is declared in its module, beside the work that it does. */
import { approvalsWorker } from "#approvals";
import { batchesWorker } from "#batches";
import { verificationsWorker } from "#beneficiaries";
import { callsWorker } from "#calls";
import { entryWorkers } from "#entry";
import { lowBalancesWorker } from "#fund-sources";
import { banksWorker, incidentsWorker } from "#health";
import { keysWorker } from "#idempotency";
import { lendingWorker } from "#lending";
import type { Context } from "#lib/context";
import { definedWorkers, type Worker, type Working } from "#lib/worker";
import { linksWorker } from "#links";
import { messagesWorker } from "#messages";
import { notificationsWorker } from "#notifications";
import { recallsWorker } from "#recalls";
import { reconciliationWorker } from "#reconciliation";
import { reportsWorker } from "#reports";
import { transfersWorker } from "#transfers";
import { webhooksWorker } from "#webhooks";
import { withdrawalsWorker } from "#withdrawals";
import { sealingWorker } from "./sealing.ts";

/** In the order in which one makes work for the next. */
export const WORKERS: readonly Worker[] = [
  approvalsWorker,
  linksWorker,
  recallsWorker,
  lendingWorker,
  withdrawalsWorker,
  batchesWorker,
  transfersWorker,
  verificationsWorker,
  reconciliationWorker,
  lowBalancesWorker,
  incidentsWorker,
  banksWorker,
  reportsWorker,
  webhooksWorker,
  notificationsWorker,
  messagesWorker,
  callsWorker,
  keysWorker,
  ...entryWorkers,
  sealingWorker,
];

/**
 * Starts all background work of this process. `stop` starts nothing new and waits for work in progress. Throws if a
 * module declares a worker that is not in the list.
 */
export async function startWorker(ctx: Context): Promise<Working> {
  const missing = [...definedWorkers.values()].filter((worker) => !WORKERS.includes(worker));
  if (missing.length > 0)
    throw new Error(`these workers are not in the list: ${missing.map(({ name }) => name).join(", ")}`);
  const started: Working[] = [];
  for (const worker of WORKERS) started.push(await worker.start(ctx));
  return { stop: async () => void (await Promise.all(started.map((working) => working.stop()))) };
}
