import type { DashboardOperation } from "#dashboard/operation";
import { assignBreak, getBreak, listBreaks, matchBreak, resolveBreak, undoBreak } from "./breaks.ts";
import { getReconciliation, setStopLimit } from "./statements.ts";

export const reconciliation: readonly DashboardOperation[] = [
  getReconciliation,
  listBreaks,
  getBreak,
  assignBreak,
  resolveBreak,
  matchBreak,
  undoBreak,
  setStopLimit,
];
