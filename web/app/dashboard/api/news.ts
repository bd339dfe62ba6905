// Says for each operation that reads data which changes make its answer out of date. Every page that shows the answer
// uses this. A new operation does not compile until it is in the table.
import type { OperationName } from "./call.ts";
import type { operations } from "./operations.ts";

/**
 * Events of the outbox and accepted transfers have the topic of their subject. Audit records have the module that wrote
 * them.
 */
type Topic =
  | "access"
  | "approvals"
  | "batches"
  | "beneficiaries"
  | "fund-sources"
  | "incidents"
  | "lending"
  | "links"
  | "recalls"
  | "reconciliation"
  | "reports"
  | "risk"
  | "routing"
  | "sandbox"
  | "transfers"
  | "webhooks"
  | "withdrawals";

interface News {
  /** The answer is fetched again when one of these changes. */
  readonly topics: readonly Topic[];
  /** The answer is fetched again after this many milliseconds, for changes that the server does not announce. */
  readonly everyMs?: number;
}

/** Operations whose answer a page shows. Files are excluded: they are fetched once, when a person asks for them. */
type ReadName = {
  [Name in OperationName]: (typeof operations)[Name] extends { method: "GET" }
    ? (typeof operations)[Name] extends { answers: "file" }
      ? never
      : Name
    : never;
}[OperationName];

/** Forms and lookups keep the data that was fetched first. */
const STILL: News = { topics: [] };
const MONEY: News = { topics: ["transfers", "fund-sources", "withdrawals", "lending", "reconciliation"] };
const BOARD: News = { topics: ["transfers", "approvals", "batches", "fund-sources", "incidents", "recalls"] };
const TRANSFERS: News = { topics: ["transfers", "approvals", "recalls"] };
const BATCHES: News = { topics: ["batches", "transfers", "approvals"] };
const APPROVALS: News = { topics: ["approvals"] };
const BENEFICIARIES: News = { topics: ["beneficiaries", "approvals"] };
const BREAKS: News = { topics: ["reconciliation", "fund-sources"], everyMs: 30_000 };
/** Members and roles belong to the organization, which has no stream of its own. */
const PEOPLE: News = { topics: ["access", "approvals"], everyMs: 15_000 };

const newsOf: Readonly<Record<ReadName, News>> = {
  readOffers: STILL,
  getSession: STILL,
  whoCan: STILL,
  readOnboarding: { ...BOARD, everyMs: 10_000 },
  findProvider: STILL,
  readProofWays: STILL,
  getProvider: PEOPLE,
  readSecurity: { topics: [], everyMs: 30_000 },
  listMembers: PEOPLE,
  listRoles: PEOPLE,
  listAuditRecords: STILL,
  verifyAuditChain: STILL,
  getSummary: BOARD,
  getFigures: BOARD,
  getBalanceForecast: BOARD,
  listTransfers: TRANSFERS,
  countTransfers: TRANSFERS,
  getTransferStory: { topics: [...TRANSFERS.topics, "reconciliation"] },
  listSavedViews: STILL,
  searchEverything: STILL,
  getTransferByKey: TRANSFERS,
  listBatchDrafts: BATCHES,
  getBatchColumns: STILL,
  listBatchDraftRows: STILL,
  compareBatch: STILL,
  listBatches: BATCHES,
  getBatch: BATCHES,
  listBatchRows: BATCHES,
  reviewBatch: BATCHES,
  listApprovals: APPROVALS,
  countApprovals: APPROVALS,
  getApproval: APPROVALS,
  listApprovalHistory: APPROVALS,
  getPolicies: APPROVALS,
  simulatePolicies: STILL,
  listBeneficiaries: BENEFICIARIES,
  listBeneficiaryRemovers: BENEFICIARIES,
  getBeneficiary: { topics: [...BENEFICIARIES.topics, "transfers"] },
  listBeneficiaryPayments: TRANSFERS,
  listBeneficiaryBatches: { topics: [...BENEFICIARIES.topics, "batches"] },
  getBeneficiaryBatch: { ...BENEFICIARIES, everyMs: 1_500 },
  listFundSources: MONEY,
  getDepositAccount: STILL,
  listStatement: MONEY,
  getStatementTotals: MONEY,
  listWithdrawals: MONEY,
  listRefunds: MONEY,
  listBanks: MONEY,
  listDowntimes: { topics: ["incidents", "fund-sources"], everyMs: 15_000 },
  listOverdraftRequests: { topics: ["fund-sources", "approvals"] },
  getAccountInformation: STILL,
  listUpstreams: STILL,
  getReconciliation: { ...BREAKS, topics: [...BREAKS.topics, "approvals"] },
  listBreaks: BREAKS,
  getBreak: { ...BREAKS, topics: [...BREAKS.topics, "approvals"] },
  listOverdueCredits: { topics: ["transfers", "reconciliation"] },
  getBankHealth: { topics: ["routing", "incidents"], everyMs: 5_000 },
  listRoutingPolicies: { topics: ["routing"] },
  explainRoute: TRANSFERS,
  listLinks: { topics: ["links", "transfers"] },
  getLink: { topics: ["links", "transfers"] },
  getLending: MONEY,
  listLoans: MONEY,
  listReportTypes: STILL,
  listReports: { topics: ["reports"] },
  getNotifications: STILL,
  getThresholds: STILL,
  getPayoutSettings: APPROVALS,
  listRules: { topics: ["risk", "approvals"] },
  listBlockedPayees: { topics: ["risk", "approvals"] },
  getApiKeys: { topics: ["access", "approvals", "transfers"] },
  listWebhookEndpoints: { topics: ["webhooks"], everyMs: 15_000 },
  listWebhookDeliveries: { topics: ["webhooks"] },
  getWebhookDelivery: { topics: ["webhooks"], everyMs: 2_000 },
  countWebhookReplay: STILL,
  listApiCalls: STILL,
  getSandboxClock: { topics: ["sandbox"], everyMs: 2_000 },
  listSandboxBanks: { topics: ["sandbox"] },
  listSandboxMessages: STILL,
  listMagicValues: STILL,
  listDowntimeDrills: { topics: ["sandbox", "incidents"], everyMs: 10_000 },
  getBankDrill: { topics: ["sandbox"], everyMs: 3_000 },
};

/** Returns the changes that make an operation's answer out of date. An operation that changes data has none. */
export const readNewsOf = (name: OperationName): News =>
  (newsOf as Readonly<Partial<Record<OperationName, News>>>)[name] ?? STILL;
