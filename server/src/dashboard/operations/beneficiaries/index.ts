import type { DashboardOperation } from "#dashboard/operation";

export const beneficiaries: readonly DashboardOperation[] = [];
