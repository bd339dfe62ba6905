import type { DashboardOperation } from "#dashboard/operation";

export const batches: readonly DashboardOperation[] = [];
