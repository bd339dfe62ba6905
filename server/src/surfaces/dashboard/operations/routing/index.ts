import type { DashboardOperation } from "#dashboard/operation";
import { explainRoute } from "./explain-route.ts";
import { getBankHealth } from "./get-bank-health.ts";
import { listRoutingPolicies, setRoutingPolicy, tryRoutingPolicy } from "./routing-policies.ts";

export const routing: readonly DashboardOperation[] = [
  getBankHealth,
  listRoutingPolicies,
  tryRoutingPolicy,
  setRoutingPolicy,
  explainRoute,
];
