/**
 * The table of all background work: how each kind starts in a process, how all due work of one merchant is done at
 * once, and when the next part of it is due. A new kind of work is one more line here, with its moments next to its
 * code.
 */
import { APPROVAL_MOMENTS, startApprovals, workApprovals } from "#approvals";
import { startBatches, workBatches } from "#batches";
import { VERIFICATION_MOMENTS, startVerifying, workVerifications } from "#beneficiaries";
import { startPruning } from "#calls";
import { startEntry } from "#entry";
import { alertLowBalances, startAlerting } from "#fund-sources";
import {
  BANK_MOMENTS,
  INCIDENT_MOMENTS,
  startBankWatch,
  startHealth,
  watchBanks,
  workIncidents,
} from "#health";
import { startPruningKeys } from "#idempotency";
import type { Context } from "#lib/context";
import type { MomentsByKind } from "#lib/moments";
import type { Working } from "#lib/work-loop";
import { LOAN_MOMENTS, startLending, workLending } from "#lending";
import { LINK_MOMENTS, startLinks, workLinks } from "#links";
import { MESSAGE_MOMENTS, deliverMessages, startMessages } from "#messages";
import { NOTICE_MOMENTS, notifyPeople, startNotifications } from "#notifications";
import { RECALL_MOMENTS, startRecalls, workRecalls } from "#recalls";
import { RECONCILIATION_MOMENTS, startReconciliation, workReconciliation } from "#reconciliation";
import { REPORT_MOMENTS, makeReports, startReports } from "#reports";
import { TRANSFER_MOMENTS, runtimeOf, startTransfers, workTransfers } from "#transfers";
import { DELIVERY_MOMENTS, deliverWebhooks, startDelivering } from "#webhooks";
import { WITHDRAWAL_MOMENTS, startWithdrawals, workWithdrawals } from "#withdrawals";
import { startSealing } from "./start-sealing.ts";

export interface Worker {
  /** Starts its loop, or loops, in this process. */
  readonly start: (ctx: Context) => Working | Promise<Working>;
  /**
   * Does all due work of one merchant by its clock, as the loop does. Absent if the work follows the database's clock.
   */
  readonly work?: (ctx: Context, merchantId: string) => Promise<unknown>;
  /** Keyed by the name under which the work is counted. Empty: it is only done when others wake it. */
  readonly moments: MomentsByKind;
}

/** The order in which one kind of work creates work for the next. */
export const WORKERS = {
  approvals: { start: startApprovals, work: workApprovals, moments: APPROVAL_MOMENTS },
  links: { start: startLinks, work: workLinks, moments: LINK_MOMENTS },
  recalls: { start: startRecalls, work: workRecalls, moments: RECALL_MOMENTS },
  lending: { start: startLending, work: workLending, moments: LOAN_MOMENTS },
  withdrawals: { start: startWithdrawals, work: workWithdrawals, moments: WITHDRAWAL_MOMENTS },
  batches: { start: startBatches, work: workBatches, moments: {} },
  transfers: {
    start: startTransfers,
    async work(ctx, merchantId) {
      await workTransfers(ctx, merchantId);
      await runtimeOf(ctx).idle();
    },
    moments: TRANSFER_MOMENTS,
  },
  verifications: { start: startVerifying, work: workVerifications, moments: VERIFICATION_MOMENTS },
  reconciliation: { start: startReconciliation, work: workReconciliation, moments: RECONCILIATION_MOMENTS },
  alerting: { start: startAlerting, work: alertLowBalances, moments: {} },
  incidents: { start: startHealth, work: workIncidents, moments: INCIDENT_MOMENTS },
  banks: { start: startBankWatch, work: watchBanks, moments: BANK_MOMENTS },
  reports: { start: startReports, work: makeReports, moments: REPORT_MOMENTS },
  webhooks: {
    start: async (ctx) => ({ stop: await startDelivering(ctx) }),
    async work(ctx, merchantId) {
      while ((await deliverWebhooks(ctx, merchantId)).claimed > 0);
    },
    moments: DELIVERY_MOMENTS,
  },
  notifications: { start: startNotifications, work: notifyPeople, moments: NOTICE_MOMENTS },
  messages: { start: startMessages, work: deliverMessages, moments: MESSAGE_MOMENTS },
  calls: { start: startPruning, moments: {} },
  "idempotency keys": { start: startPruningKeys, moments: {} },
  entry: { start: startEntry, moments: {} },
  sealing: { start: startSealing, moments: {} },
} satisfies Readonly<Record<string, Worker>>;
