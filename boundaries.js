/**
 * Which module of server/src may import which. Everybody may import `lib`; the arrows only point up this list.
 *
 * The linter reads it (oxlint.config.ts), and a test proves that every folder of server/src stands here.
 */
export const BOUNDARIES = {
  lib: [],
  audit: [],
  ledger: [],
  rails: [],
  access: ["audit"],
  banks: ["rails"],
  risk: ["rails"],
  webhooks: ["access", "audit"],
  approvals: ["access", "audit"],
  beneficiaries: ["access", "audit", "banks", "rails", "webhooks"],
  "fund-sources": ["access", "audit", "banks", "ledger", "rails", "webhooks"],
  health: ["banks", "rails", "webhooks"],
  routing: ["banks", "fund-sources", "health", "rails"],
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
  proof: ["audit"],
};

/** Ways to make transfers: each may import what transfers may, and transfers. */
for (const name of ["batches", "links", "lending", "phone", "reconciliation"]) {
  BOUNDARIES[name] = [...BOUNDARIES.transfers, "transfers"];
}
BOUNDARIES.reports = ["access", "audit", "webhooks"];
BOUNDARIES.notifications = ["access", "audit", "webhooks"];

/** Composition: surfaces that put the modules together. They import every module, and `commands` imports them. */
const MODULES = Object.keys(BOUNDARIES).filter((name) => name !== "lib");
for (const name of ["api", "worker", "sandbox"]) BOUNDARIES[name] = MODULES;
BOUNDARIES.commands = [...MODULES, "api", "worker", "sandbox"];

/** Files that only tests use may import any module and `#test/*`. */
export const TEST_FILES = [
  "server/**/*.test.ts",
  "server/test/**",
  "server/src/*/test/**",
  "server/src/banks/*-contract.ts",
  "server/src/api/literals/**",
];
