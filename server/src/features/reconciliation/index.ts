/** Reconciliation: banks' statements line by line, the meaning of each line, and the differences. */
export { assignBreak, undoBreak } from "./change-break.ts";
export { BREAK_KINDS, RESOLUTIONS, type Break } from "./break.ts";
export { ReconciliationError } from "./errors.ts";
export {
  findReleaseRequest,
  mayReplace,
  readUndone,
  registerReleases,
  resolveBreak,
} from "./ask-for-release.ts";
export { beginRecovery, beginRecoveryOfAll, endRecovery, FORGET_IDENTITY, noticeRestore } from "./recover.ts";

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
