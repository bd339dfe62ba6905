/** Reconciliation: banks' statements line by line, the meaning of each line, and the differences. */
export { assignBreak } from "./assign-break.ts";
export {
  BREAK_KINDS,
  RESOLUTIONS,
  type Break,
  type BreakAction,
  type BreakKind,
  type Resolution,
} from "./break.ts";
export { ReconciliationError } from "./errors.ts";
export { findReleaseRequest } from "./ask-for-release.ts";
export { registerReleases } from "./follow-releases.ts";
export { FORGET_IDENTITY } from "./forget-identity.ts";
export { fetchStatements } from "./fetch-statements.ts";
export { importStatement, type Imported } from "./import-statement.ts";
export { lineKeysOf } from "./line-keys.ts";
export type { Line, LineState, Rule } from "./line.ts";
export {
  listBreaks,
  readBreak,
  type BreakDetails,
  type BreakFilter,
  type BreakHistory,
  type ListedBreak,
} from "./list-breaks.ts";
export { listStatements, type BankSchedule, type ListedStatement } from "./list-statements.ts";
export { matchBreak, type BreakToMatch } from "./match-break.ts";
export { matchLines } from "./match-lines.ts";
export { readReconciliationFigures, type ReconciliationFigures, type Share } from "./read-figures.ts";
export { noteForeign } from "./note-foreign.ts";
export { noticeRestore } from "./notice-restore.ts";
export { beginRecovery, beginRecoveryOfAll, endRecovery } from "./recover.ts";
export { readKnownBalances } from "./read-neighbours.ts";
export { resolveBreak, type BreakToResolve } from "./resolve-break.ts";
export { readStopLimit, setStopLimit, writeStopLimit } from "./stop-limit.ts";
export { undoBreak } from "./undo-break.ts";
export { undoMatch } from "./undo-match.ts";
export { RECONCILIATION_MOMENTS, startReconciliation, workReconciliation } from "./work.ts";
export { partsToSeal as reconciliationToSeal } from "./parts-to-seal.ts";
