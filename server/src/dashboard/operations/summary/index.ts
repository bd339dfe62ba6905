import type { DashboardOperation } from "#dashboard/operation";

export const summary: readonly DashboardOperation[] = [];
