import type { DashboardOperation } from "#dashboard/operation";
import { getBalanceForecast } from "./get-balance-forecast.ts";
import { getFigures } from "./get-figures.ts";
import { getSummary } from "./get-summary.ts";

export const summary: readonly DashboardOperation[] = [getSummary, getFigures, getBalanceForecast];
