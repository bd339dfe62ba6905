/**
 * The districts of server/src, from the lowest, with the modules of each and what each of these may import. A module
 * lies at `server/src/DISTRICT/MODULE`. Every module may import `lib`; the arrows make no circle, and none points from a
 * district to a later one.
 *
 * The linter reads it (oxlint.config.ts), and a test proves that every folder of server/src stands here.
 */

const TRANSFERS_MAY = [
  "access",
  "approvals",
  "audit",
  "banks",
  "beneficiaries",
  "fund-sources",
  "health",
  "ledger",
  "rails",
  "risk",
  "routing",
  "webhooks",
];
const USES_TRANSFERS = [...TRANSFERS_MAY, "transfers"];
const MAKES_TRANSFERS = [...USES_TRANSFERS, "messages", "notifications"];

/** What knows nothing of payouts. */
const kit = { lib: [], idempotency: [], http: ["idempotency"] };

/** Who may do what, what they did, and how they and their programs hear of it. */
const people = {
  operator: [],
  audit: [],
  access: ["audit"],
  calls: ["access"],
  messages: ["access", "audit"],
  webhooks: ["access", "audit"],
  entry: ["access", "audit", "messages"],
  notifications: ["access", "audit", "messages", "webhooks"],
};

/** The path of the money: a transfer, and what decides about it. */
const money = {
  ledger: [],
  rails: [],
  banks: ["rails"],
  approvals: ["access", "audit", "rails"],
  risk: ["access", "approvals", "audit", "rails"],
  "fund-sources": ["access", "approvals", "audit", "banks", "ledger", "messages", "rails", "webhooks"],
  beneficiaries: ["access", "approvals", "audit", "banks", "fund-sources", "ledger", "rails", "webhooks"],
  health: ["access", "audit", "banks", "fund-sources", "rails", "webhooks"],
  routing: ["access", "audit", "banks", "fund-sources", "health", "rails"],
  transfers: TRANSFERS_MAY,
};

/** What people do with transfers. */
const features = {
  batches: MAKES_TRANSFERS,
  links: MAKES_TRANSFERS,
  lending: MAKES_TRANSFERS,
  phone: MAKES_TRANSFERS,
  recalls: MAKES_TRANSFERS,
  withdrawals: MAKES_TRANSFERS,
  reconciliation: MAKES_TRANSFERS,
  turnaround: [...USES_TRANSFERS, "recalls"],
  figures: USES_TRANSFERS,
  live: USES_TRANSFERS,
  onboarding: [...USES_TRANSFERS, "calls"],
  // The one way to change settings that other modules keep.
  settings: [...USES_TRANSFERS, "phone", "reconciliation"],
  // Reads what all of these publish of one transfer.
  stories: [...USES_TRANSFERS, "batches", "links", "recalls"],
  reports: ["access", "audit", "notifications", "rails", "webhooks"],
  proof: ["audit", "rails"],
  "sign-on": ["access", "approvals", "audit", "entry", "webhooks"],
  views: [],
  backups: ["access", "proof"],
  // Reaches into everything that may have details of payees.
  erasures: [
    ...MAKES_TRANSFERS,
    "batches",
    "calls",
    "idempotency",
    "links",
    "phone",
    "recalls",
    "reconciliation",
    "reports",
    "views",
  ],
};

const ALL = [kit, people, money, features].flatMap(Object.keys).filter((name) => name !== "lib");

/** Ways in, which put the modules together. */
const surfaces = {
  site: [],
  api: ALL,
  developer: ALL,
  worker: ALL,
  monitoring: [...ALL, "worker"],
  sandbox: [...ALL, "worker", "developer"],
  dashboard: [...ALL, "sandbox"],
  demo: [...ALL, "sandbox"],
  mcp: [...ALL, "dashboard"],
  commands: [
    ...ALL,
    "monitoring",
    "site",
    "api",
    "dashboard",
    "demo",
    "mcp",
    "developer",
    "worker",
    "sandbox",
  ],
};

export const DISTRICTS = { kit, people, money, features, surfaces };

/** What each module may import besides `lib`. */
export const BOUNDARIES = { ...kit, ...people, ...money, ...features, ...surfaces };

/** Files that only tests use may import any module and `#test/*`. */
export const TEST_FILES = ["server/**/*.test.ts", "server/test/**", "server/src/*/*/test/**"];
