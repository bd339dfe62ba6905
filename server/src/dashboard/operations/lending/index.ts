import type { DashboardOperation } from "#dashboard/operation";
import { enrolInLending } from "./enrol-in-lending.ts";
import { getLending } from "./get-lending.ts";
import { lend } from "./lend.ts";
import { listLoans } from "./list-loans.ts";
import { previewLoan } from "./preview-loan.ts";

export const lending: readonly DashboardOperation[] = [
  getLending,
  enrolInLending,
  listLoans,
  previewLoan,
  lend,
];
