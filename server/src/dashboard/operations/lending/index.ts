import type { DashboardOperation } from "#dashboard/operation";

export const lending: readonly DashboardOperation[] = [];
