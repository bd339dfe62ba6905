import type { DashboardOperation } from "#dashboard/operation";

export const transfers: readonly DashboardOperation[] = [];
