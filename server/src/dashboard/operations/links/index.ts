import type { DashboardOperation } from "#dashboard/operation";

export const links: readonly DashboardOperation[] = [];
