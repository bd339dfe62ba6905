import type { DashboardOperation } from "#dashboard/operation";
import { exportOverdueCredits } from "./export-overdue-credits.ts";
import { getClaimLetter } from "./get-claim-letter.ts";
import { listOverdueCredits } from "./list-overdue-credits.ts";

export const turnaround: readonly DashboardOperation[] = [
  listOverdueCredits,
  exportOverdueCredits,
  getClaimLetter,
];
