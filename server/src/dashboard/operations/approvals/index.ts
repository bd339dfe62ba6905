import type { DashboardOperation } from "#dashboard/operation";

export const approvals: readonly DashboardOperation[] = [];
