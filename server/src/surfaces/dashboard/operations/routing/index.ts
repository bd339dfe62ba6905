import type { DashboardOperation } from "#dashboard/operation";
import { explainRoute, getBankHealth } from "./routes.ts";
import { listRoutingPolicies, setRoutingPolicy, tryRoutingPolicy } from "./routing-policies.ts";

export const routing: readonly DashboardOperation[] = [
  getBankHealth,
  listRoutingPolicies,
  tryRoutingPolicy,
  setRoutingPolicy,
  explainRoute,
];
