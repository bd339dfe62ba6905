import type { DashboardOperation } from "#dashboard/operation";

export const fundSources: readonly DashboardOperation[] = [];
