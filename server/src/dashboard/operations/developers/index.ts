import type { DashboardOperation } from "#dashboard/operation";

export const developers: readonly DashboardOperation[] = [];
