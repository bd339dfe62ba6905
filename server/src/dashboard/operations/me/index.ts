import type { DashboardOperation } from "#dashboard/operation";
import { getSession } from "./get-session.ts";

export const me: readonly DashboardOperation[] = [getSession];
