/** Lists all background work. Each worker is declared in its module, beside the work that it does. */
import { approvalsWorker } from "#approvals";
import { batchesWorker } from "#batches";
import { verificationsWorker } from "#beneficiaries";
import { callsWorker } from "#calls";
import { entryWorkers } from "#entry";
import { erasuresWorker } from "#erasures";
import { lowBalancesWorker } from "#fund-sources";
import { banksWorker, incidentsWorker } from "#health";
import { keysWorker } from "#idempotency";
import { lendingWorker } from "#lending";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { CLOCK, defineFigures } from "#lib/metrics";
import { definedWorkers, type Worker, type Working } from "#lib/worker";
import { linksWorker } from "#links";
import { messagesWorker } from "#messages";
import { notificationsWorker } from "#notifications";
import { recallsWorker } from "#recalls";
import { reconciliationWorker } from "#reconciliation";
import { reportsWorker } from "#reports";
import { sendersWorker, transfersWorker } from "#transfers";
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
  sendersWorker,
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
  erasuresWorker,
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

/** The state of one kind of work by the merchant's clock. */
export interface Due {
  /** The worker that does this work. */
  readonly worker: string;
  readonly kind: string;
  /** True if it only asks or tries again, so that several of its moments may be done as one. */
  readonly repeats: boolean;
  /** The number of things that are due now. */
  readonly now: number;
  /** The next moment after now. Null means that none is planned. */
  readonly next: Date | null;
}

/** Reads what is due for a merchant, and when the next thing is due, for every kind of work in the table of workers. */
export function readMoments(tx: Tx): Promise<Due[]> {
  return tx.query<Due>(READ, [tx.merchantId, tx.now]);
}

const READ = WORKERS.flatMap(({ name: worker, moments }) =>
  Object.entries(moments).map(
    ([kind, { at, repeats = false }]) => `
        select '${worker}' as worker, '${kind}' as kind, ${repeats} as repeats,
          count(*) filter (where at <= $2)::int as now, min(at) filter (where at > $2) as next
        from (${at}) as moment`,
  ),
).join(" union all ");

/** Moments without a beginning are those of what is looked at whenever work is done. */
const DUE = WORKERS.flatMap(({ name: worker, moments }) =>
  Object.entries(moments).map(
    ([kind, { at }]) => `
        select '${worker}' as worker, '${kind}' as kind, coalesce(sum(due), 0) as due,
          coalesce(extract(epoch from max(clock.now - first)), 0) as overdue
        from clock
        cross join lateral (
          select count(*) as due, min(at) as first
          from (${at.replaceAll("$1", "clock.merchant_id")}) as moment
          where at <= clock.now
            and at > '-infinity'
        ) as of_merchant`,
  ),
).join(" union all ");

export const workFigures = defineFigures({
  name: "work",
  queries: [
    {
      sql: `${CLOCK} ${DUE}`,
      metrics: {
        vitaran_work_due: {
          help: "Things that a worker has to do now, by kind.",
          labels: ["worker", "kind"],
          value: "due",
        },
        vitaran_work_overdue_seconds: {
          help: "How long the most overdue of these things has been due.",
          labels: ["worker", "kind"],
          value: "overdue",
        },
      },
    },
  ],
});
