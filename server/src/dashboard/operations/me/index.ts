import type { DashboardOperation } from "#dashboard/operation";
import { getSession } from "./get-session.ts";
import { watchMerchant } from "./watch-merchant.ts";

export const me: readonly DashboardOperation[] = [getSession, watchMerchant];
