import type { DashboardOperation } from "#dashboard/operation";

export const members: readonly DashboardOperation[] = [];
