/** Every operation of the dashboard, area by area. */
import type { DashboardOperation } from "#dashboard/operation";
import { approvals } from "./approvals/index.ts";
import { batches } from "./batches/index.ts";
import { beneficiaries } from "./beneficiaries/index.ts";
import { developers } from "./developers/index.ts";
import { entry } from "./entry/index.ts";
import { fundSources } from "./fund-sources/index.ts";
import { lendingOperations } from "./lending.ts";
import { linksOperations } from "./links.ts";
import { me } from "./me/index.ts";
import { members } from "./members/index.ts";
import { reconciliation } from "./reconciliation/index.ts";
import { reportsOperations } from "./reports.ts";
import { routing } from "./routing/index.ts";
import { sandbox } from "./sandbox/index.ts";
import { settings } from "./settings/index.ts";
import { summary } from "./summary.ts";
import { transfers } from "./transfers/index.ts";
import { turnaroundOperations } from "./overdue-credits.ts";

export const operations: readonly DashboardOperation[] = [
  ...entry,
  ...me,
  ...members,
  ...summary,
  ...transfers,
  ...batches,
  ...approvals,
  ...beneficiaries,
  ...fundSources,
  ...reconciliation,
  ...turnaroundOperations,
  ...routing,
  ...linksOperations,
  ...lendingOperations,
  ...reportsOperations,
  ...settings,
  ...developers,
  ...sandbox,
];
