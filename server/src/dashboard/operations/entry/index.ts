import type { DashboardOperation } from "#dashboard/operation";

export const entry: readonly DashboardOperation[] = [];
