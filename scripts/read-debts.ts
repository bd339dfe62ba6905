/**
 * Queries that are older than the rule of tidy-reads.ts and read a table of a module that theirs may not import. The
 * list only shrinks: new entries are refused, and an entry that is no longer needed fails the check until it is
 * removed.
 */
export type ReadDebts = Readonly<Record<string, Debt>>;

interface Debt {
  /** A description of the replacement. */
  readonly why: string;
  /** `schema.table`. */
  readonly reads: readonly string[];
}

/** By file, or by `schema.name` for a view in the database. */
export const READ_DEBTS: ReadDebts = {
  "server/src/money/approvals/stored-policies.ts": {
    why: "whether a fund source exists is for the caller to say",
    reads: ["fund_sources.fund_source"],
  },
  "server/src/surfaces/commands/administer-routing.ts": {
    why: "access has no verb that finds a member of the operator",
    reads: ["access.member"],
  },
  "server/src/surfaces/commands/print-result.ts": {
    why: "access has no verb that says whether an organization exists",
    reads: ["access.organization"],
  },
  "server/src/money/fund-sources/read-source-balances.ts": {
    why: "transfers and withdrawals could publish what is open for each fund source",
    reads: ["transfers.transfer", "transfers.watched", "withdrawals.withdrawal"],
  },
  "server/src/money/fund-sources/read-statement.ts": {
    why: "each module could publish the lines that it adds to a statement",
    reads: ["lending.loan", "transfers.transfer", "withdrawals.refund", "withdrawals.withdrawal"],
  },
  "server/src/money/health/read-traffic.ts": {
    why: "transfers could publish its traffic by bank",
    reads: ["beneficiaries.beneficiary", "transfers.fact", "transfers.transfer"],
  },
  "server/src/money/health/work.ts": {
    why: "goes with read-traffic.ts",
    reads: ["transfers.fact"],
  },
  "server/src/people/notifications/collect-notices.ts": {
    why: "approvals could publish its open requests with what each is about",
    reads: ["approvals.request", "batches.batch", "transfers.transfer"],
  },
  "server/src/people/notifications/work.ts": {
    why: "goes with collect-notices.ts",
    reads: ["approvals.request"],
  },
  "server/src/features/reports/flowgram.ts": {
    why: "links could publish the row of a report",
    reads: ["links.link"],
  },
  "server/src/features/reports/statement-rows.ts": {
    why: "fund-sources reads the same statement for the API",
    reads: ["fund_sources.fund_source", "ledger.account", "ledger.posting"],
  },
  "server/src/features/reports/transfer-rows.ts": {
    why: "transfers could publish the row of a report",
    reads: ["transfers.transfer"],
  },
  "server/src/features/reports/request-report.ts": {
    why: "whether a fund source exists is for the caller to say",
    reads: ["fund_sources.fund_source"],
  },
  "server/src/money/risk/stored-rules.ts": {
    why: "the counter is locked before the rules look back; transfers could pass it in",
    reads: ["transfers.counter"],
  },
  "server/src/surfaces/sandbox/find-payment.ts": {
    why: "transfers has no verb that finds the bank's payment of a transfer",
    reads: ["transfers.attempt", "transfers.transfer"],
  },
  "server/src/surfaces/sandbox/fund-sources.ts": {
    why: "access has no verb that reads a merchant's bank details",
    reads: ["access.merchant"],
  },
  "reports.flowgram_row": { why: "a view for links to publish", reads: ["links.link"] },
  "reports.reversal_row": { why: "a view for transfers to publish", reads: ["transfers.fact"] },
  "reports.statement_entry": {
    why: "each module could publish the lines that it adds to a statement",
    reads: [
      "fund_sources.fund_source",
      "fund_sources.internal_transfer",
      "fund_sources.top_up",
      "ledger.posting",
      "lending.loan",
      "transfers.transfer",
      "withdrawals.refund",
      "withdrawals.withdrawal",
    ],
  },
  "reports.transfer_row": {
    why: "a view for transfers to publish",
    reads: ["beneficiaries.beneficiary", "transfers.transfer"],
  },
  "risk.past_transfer": {
    why: "a view for transfers to publish, on the path of acceptance",
    reads: ["beneficiaries.beneficiary", "transfers.transfer"],
  },
};
