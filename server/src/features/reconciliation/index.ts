/** Reconciliation: banks' statements line by line, the meaning of each line, and the differences. */
export { assignBreak } from "./change-break.ts";
export { undoBreak } from "./undo-break.ts";
export { BREAK_KINDS, RESOLUTIONS, type Break } from "./break.ts";
export { ReconciliationError } from "./errors.ts";
export { findReleaseRequest, mayReplace, readUndone } from "./ask-for-release.ts";
export { registerReleases } from "./follow-releases.ts";
export { resolveBreak } from "./resolve-break.ts";
export {
  beginRecovery,
  beginRecoveryOfAll,
  endRecovery,
  FORGET_IDENTITY,
  noticeRestore,
  watchDatabases,
} from "./recover.ts";

export { importStatement, type Imported } from "./import-statement.ts";
export { lineKeysOf } from "./write-lines.ts";
export type { Line } from "./line.ts";
export {
  type BreakDetails,
  listBreaks,
  type ListedBreak,
  readBreak,
  readKnownBalances,
} from "./list-breaks.ts";
export { listStatements, type ListedStatement } from "./list-statements.ts";
export { matchBreak, undoMatch } from "./match-break.ts";
export { matchLines } from "./match-lines.ts";
export { readReconciliationFigures } from "./read-figures.ts";
export { noteForeign } from "./check-statement.ts";
export { readWaitingCredits } from "./prove-days.ts";
export { readStopLimit, writeStopLimit } from "./book-marks.ts";
export { reconciliationWorker, startReconciliation, workReconciliation } from "./work.ts";
export { partsToSeal as reconciliationToSeal } from "./parts-to-seal.ts";
export { reconciliationFigures } from "./measure.ts";
export { PARTS_TO_ERASE as RECONCILIATION_TO_ERASE } from "./to-erase.ts";
