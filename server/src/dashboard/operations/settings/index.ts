import type { DashboardOperation } from "#dashboard/operation";

export const settings: readonly DashboardOperation[] = [];
