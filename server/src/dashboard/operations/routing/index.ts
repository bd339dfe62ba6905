import type { DashboardOperation } from "#dashboard/operation";
import { explainRoute } from "./explain-route.ts";
import { getBankHealth } from "./get-bank-health.ts";
import { listRoutingPolicies } from "./list-routing-policies.ts";

export const routing: readonly DashboardOperation[] = [getBankHealth, listRoutingPolicies, explainRoute];
