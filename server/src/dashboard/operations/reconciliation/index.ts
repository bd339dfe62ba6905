import type { DashboardOperation } from "#dashboard/operation";
import { assignBreak } from "./assign-break.ts";
import { getBreak } from "./get-break.ts";
import { getReconciliation } from "./get-reconciliation.ts";
import { listBreaks } from "./list-breaks.ts";
import { matchBreak } from "./match-break.ts";
import { resolveBreak } from "./resolve-break.ts";
import { setStopLimit } from "./set-stop-limit.ts";
import { undoBreak } from "./undo-break.ts";

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
