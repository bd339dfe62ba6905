/** Reconciliation: banks' statements line by line, the meaning of each line, and the differences. */
export { assignBreak } from "./change-break.ts";
export {
  BREAK_KINDS,
  RESOLUTIONS,
  type Break,
  type BreakAction,
  type BreakKind,
  type Resolution,
} from "./break.ts";
export { ReconciliationError } from "./errors.ts";
export { findReleaseRequest, mayReplace, readUndone } from "./ask-for-release.ts";
export { registerReleases } from "./follow-releases.ts";
export { beginRecovery, beginRecoveryOfAll, endRecovery, FORGET_IDENTITY } from "./recover.ts";
export { fetchStatements } from "./fetch-statements.ts";
export { importStatement, type Imported } from "./import-statement.ts";
export { lineKeysOf } from "./write-lines.ts";
export type { Line, LineState, Rule } from "./line.ts";
export {
  type BreakDetails,
  type BreakFilter,
  type BreakHistory,
  listBreaks,
  type ListedBreak,
  readBreak,
  readKnownBalances,
} from "./list-breaks.ts";
export { listStatements, type BankSchedule, type ListedStatement } from "./list-statements.ts";
export { type BreakToMatch, matchBreak, undoMatch } from "./match-break.ts";
export { matchLines } from "./match-lines.ts";
export { readReconciliationFigures, type ReconciliationFigures, type Share } from "./read-figures.ts";
export { noteForeign } from "./check-statement.ts";
export { noticeRestore } from "./notice-restore.ts";
export { readWaitingCredits } from "./prove-days.ts";
export { resolveBreak, type BreakToResolve } from "./resolve-break.ts";
export { readStopLimit, writeStopLimit } from "./stop-limit.ts";
export { undoBreak } from "./undo-break.ts";
export { reconciliationWorker, startReconciliation, workReconciliation } from "./work.ts";
export { partsToSeal as reconciliationToSeal } from "./parts-to-seal.ts";
