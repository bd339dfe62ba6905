// Collects the screens and navigation entries of all features. The routes are built from it at build time (routes.ts),
// the navigation and the command palette in the browser.
import { approvals } from "./features/approvals/screens.ts";
import { batches } from "./features/batches/screens.ts";
import { beneficiaries } from "./features/beneficiaries/screens.ts";
import { developers } from "./features/developers/screens.ts";
import { entry } from "./features/entry/screens.ts";
import { fundSources } from "./features/fund-sources/screens.ts";
import { lending } from "./features/lending/screens.ts";
import { links } from "./features/links/screens.ts";
import { me } from "./features/me/screens.ts";
import { members } from "./features/members/screens.ts";
import { onboarding } from "./features/onboarding/screens.ts";
import { reconciliation } from "./features/reconciliation/screens.ts";
import { reports } from "./features/reports/screens.ts";
import { routing } from "./features/routing/screens.ts";
import { settings } from "./features/settings/screens.ts";
import { summary } from "./features/summary/screens.ts";
import { transfers } from "./features/transfers/screens.ts";
import { turnaround } from "./features/turnaround/screens.ts";
import type { Feature } from "./feature.ts";

export const features: readonly Feature[] = [
  approvals,
  batches,
  beneficiaries,
  developers,
  entry,
  fundSources,
  lending,
  links,
  me,
  members,
  onboarding,
  reconciliation,
  reports,
  routing,
  settings,
  summary,
  transfers,
  turnaround,
];
