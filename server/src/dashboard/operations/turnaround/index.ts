import type { DashboardOperation } from "#dashboard/operation";
import { getClaimLetter } from "./get-claim-letter.ts";
import { listOverdueCredits } from "./list-overdue-credits.ts";

export const turnaround: readonly DashboardOperation[] = [listOverdueCredits, getClaimLetter];
