import type { DashboardOperation } from "#dashboard/operation";
import { getBalanceForecast, getFigures } from "./summary.ts";
import { getSummary } from "./get-summary.ts";

export const summary: readonly DashboardOperation[] = [getSummary, getFigures, getBalanceForecast];
