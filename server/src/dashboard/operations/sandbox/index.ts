import type { DashboardOperation } from "#dashboard/operation";

export const sandbox: readonly DashboardOperation[] = [];
