import type { DashboardOperation } from "#dashboard/operation";
import { explainRoute } from "./explain-route.ts";
import { getBankHealth } from "./get-bank-health.ts";
import { listRoutingPolicies } from "./list-routing-policies.ts";
import { setRoutingPolicy } from "./set-routing-policy.ts";
import { tryRoutingPolicy } from "./try-routing-policy.ts";

export const routing: readonly DashboardOperation[] = [
  getBankHealth,
  listRoutingPolicies,
  tryRoutingPolicy,
  setRoutingPolicy,
  explainRoute,
];
