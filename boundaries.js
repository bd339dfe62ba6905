/**
 * Which module of server/src may import which. Everybody may import `lib`; the arrows only point up this list.
 *
 * The linter reads it (oxlint.config.ts), and a test proves that every folder of server/src stands here.
 */
export const BOUNDARIES = {
  lib: [],
  idempotency: [],
  http: ["idempotency"],
  audit: [],
  ledger: [],
  rails: [],
  access: ["audit"],
  banks: ["rails"],
  webhooks: ["access", "audit"],
  calls: ["access"],
  messages: ["access", "audit"],
  entry: ["access", "audit", "messages", "rails"],
  notifications: ["access", "audit", "messages", "rails", "webhooks"],
  approvals: ["access", "audit", "rails"],
  risk: ["access", "approvals", "audit", "rails"],
  beneficiaries: ["access", "approvals", "audit", "banks", "fund-sources", "ledger", "rails", "webhooks"],
  "fund-sources": ["access", "approvals", "audit", "banks", "ledger", "messages", "rails", "webhooks"],
  health: ["access", "audit", "banks", "fund-sources", "rails", "webhooks"],
  routing: ["access", "audit", "banks", "fund-sources", "health", "rails"],
  transfers: [
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
  ],
  proof: ["audit", "rails"],
  site: [],
  views: [],
};

/** Ways to make transfers: each may import what transfers may, and transfers. */
for (const name of ["batches", "links", "lending", "phone", "recalls", "withdrawals", "reconciliation"]) {
  BOUNDARIES[name] = [...BOUNDARIES.transfers, "messages", "notifications", "transfers"];
}
/** The one way to change settings that other modules keep. */
BOUNDARIES.settings = [...BOUNDARIES.transfers, "phone", "reconciliation", "transfers"];
BOUNDARIES.live = [...BOUNDARIES.transfers, "transfers"];
BOUNDARIES.figures = [...BOUNDARIES.transfers, "transfers"];
/** Reads what all of these publish of one transfer. */
BOUNDARIES.stories = [...BOUNDARIES.transfers, "transfers", "batches", "links", "recalls"];
BOUNDARIES.turnaround = [...BOUNDARIES.transfers, "recalls", "transfers"];
BOUNDARIES.onboarding = [...BOUNDARIES.transfers, "calls", "transfers"];
BOUNDARIES.reports = ["access", "audit", "notifications", "rails", "webhooks"];

/** Composition: surfaces that put the modules together. They import every module, and `commands` imports them. */
const MODULES = Object.keys(BOUNDARIES).filter((name) => name !== "lib");
for (const name of ["api", "developer", "worker"]) BOUNDARIES[name] = MODULES;
BOUNDARIES.sandbox = [...MODULES, "worker", "developer"];
for (const name of ["dashboard", "demo"]) BOUNDARIES[name] = [...MODULES, "sandbox"];
BOUNDARIES.mcp = [...MODULES, "dashboard"];
BOUNDARIES.commands = [...MODULES, "api", "dashboard", "demo", "mcp", "developer", "worker", "sandbox"];

/** Files that only tests use may import any module and `#test/*`. */
export const TEST_FILES = ["server/**/*.test.ts", "server/test/**", "server/src/*/test/**"];
