import type { DashboardOperation } from "#dashboard/operation";

export const reports: readonly DashboardOperation[] = [];
