/**
 * The cases of the alerts in deploy/monitoring: each has the series that an alert looks at, as they are in good times
 * and in bad ones. Tests prove that they have the names and labels of the list of metrics.
 */

/** The values of a series in good times and in bad ones. */
export interface Shape {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly good: number;
  readonly bad: number;
  /**
   * `level`: the value itself. `rate`: how much it grows in a second. `ago`: how many seconds ago a moment is.
   * `first`: a count that does not exist before the bad times, and stays.
   */
  readonly as: "level" | "rate" | "ago" | "first";
}

const live = { home: "first", mode: "live" };
const level = (name: string, labels: Shape["labels"], good: number, bad: number): Shape => ({
  name: `vitaran_${name}`,
  labels,
  good,
  bad,
  as: "level",
});
const rate = (name: string, labels: Shape["labels"], good: number, bad: number): Shape => ({
  ...level(name, labels, good, bad),
  as: "rate",
});

/** Makes the buckets of a histogram whose calls are all fast in good times, and all slow in bad ones. */
function durations(
  name: string,
  labels: Shape["labels"],
  { fast, slow }: { fast: string; slow: string },
): Shape[] {
  return [
    rate(`${name}_bucket`, { ...labels, le: fast }, 5, 0),
    rate(`${name}_bucket`, { ...labels, le: slow }, 5, 5),
    rate(`${name}_bucket`, { ...labels, le: "+Inf" }, 5, 5),
  ];
}

const ofBank = { ...live, bank: "pragati", rail: "imps" };
const reads = { surface: "api", operation: "GET /payout/v1/getTransferStatus" };
const pays = { bank: "pragati", rail: "imps", operation: "pay", outcome: "succeeded" };
const call = (outcome: string) => ({ surface: "api", operation: "POST /payout/v1/requestTransfer", outcome });

/** The cases of each alert. One with two conditions has a case for each. */
export const CASES: Readonly<Record<string, readonly (readonly Shape[])[]>> = {
  VitaranWorkerStopped: [
    [{ ...level("worker_looked_timestamp_seconds", { worker: "dispatch" }, 1, 3_600), as: "ago" }],
  ],
  VitaranWorkOverdue: [
    [level("work_overdue_seconds", { home: "first", worker: "batches", kind: "batches" }, 2, 900)],
  ],
  VitaranHomeDown: [[level("home_up", { home: "west" }, 1, 0)]],
  VitaranFiguresMissing: [[level("figures_up", { home: "first", figures: "webhooks" }, 1, 0)]],
  VitaranStandbyMissing: [[rate("db_commits_unconfirmed_total", {}, 0, 1)]],
  VitaranPoolExhausted: [[level("db_waiting", { home: "first" }, 0, 7)]],
  VitaranCallsFailing: [
    [rate("calls_total", call("ok"), 10, 10), rate("calls_total", call("failed"), 0, 1)],
    [rate("calls_total", call("ok"), 10, 10), rate("calls_total", call("unavailable"), 0, 1)],
  ],
  VitaranCallsSlow: [durations("call_duration_seconds", reads, { fast: "0.25", slow: "2.5" })],
  VitaranBankDown: [[level("bank_state", { ...ofBank, state: "down" }, 0, 1)]],
  VitaranBankSlow: [durations("bank_call_duration_seconds", pays, { fast: "1", slow: "10" })],
  VitaranBankRefusing: [[level("bank_success_ratio", ofBank, 0.99, 0.5)]],
  VitaranPaymentsHeld: ["stopped", "recovering"].map((state) => [
    level("bank_connections", { ...live, bank: "pragati", state }, 0, 2),
  ]),
  VitaranPaymentUnanswered: [
    [level("transfers_oldest_seconds", { ...ofBank, state: "with_bank" }, 20, 5_000)],
    [level("transfers_oldest_seconds", { ...ofBank, rail: "neft", state: "with_bank" }, 5_000, 30_000)],
  ],
  VitaranPaymentsUnderReview: [[level("transfers_open", { ...ofBank, state: "under_review" }, 0, 1)]],
  VitaranContradiction: [
    [rate("contradictions_total", { ...live, kind: "late_success" }, 0, 1)],
    [{ ...level("contradictions_total", { ...live, kind: "answer_mismatch" }, 0, 1), as: "first" }],
  ],
  VitaranWalletLow: [[level("fund_source_low", { ...live, merchant: "01a2", fund_source: "WALLET" }, 0, 1)]],
  VitaranPaymentsWaitForFunds: [
    [level("transfers_oldest_seconds", { ...ofBank, bank: "none", state: "queued_for_funds" }, 60, 4_000)],
  ],
  VitaranApprovalsWaiting: [
    [level("approvals_oldest_seconds", { ...live, subject: "transfer" }, 600, 20_000)],
  ],
  VitaranWebhooksLate: [[level("webhooks_oldest_seconds", live, 2, 2_000)]],
  VitaranWebhookEndpointDisabled: [[level("webhook_endpoints", { ...live, state: "disabled" }, 0, 1)]],
  VitaranEmailStuck: [[level("messages_oldest_seconds", { ...live, channel: "email" }, 5, 1_000)]],
  VitaranStatementsOverdue: [[level("statements_overdue", { ...live, bank: "pragati" }, 0, 1)]],
  VitaranBackupFailed: [[level("backup_failed", { home: "first" }, 0, 1)]],
  VitaranBackupOld: [[level("backup_age_seconds", { home: "first" }, 3_600, 100_000)]],
  VitaranBreaksOpen: [[level("breaks_oldest_seconds", live, 3_600, 90_000)]],
};

/** The alert that is about Prometheus's own `up`. */
export const PROCESS_DOWN = "VitaranProcessDown";

/** Writes the name of a series with its labels as Prometheus does. */
export function writeSeries({ name, labels }: Pick<Shape, "name" | "labels">): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  return pairs.length === 0 ? name : `${name}{${pairs.join(",")}}`;
}

/** Returns every series of the cases once. */
export const allShapes = (): readonly Shape[] => {
  const all = Object.values(CASES).flat(2);
  return [...new Map(all.map((shape) => [writeSeries(shape), shape])).values()];
};
