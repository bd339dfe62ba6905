/** Reconciliation: banks' statements line by line, what each line is, and what does not agree. */
export {
  BREAK_KINDS,
  RESOLUTIONS,
  type Break,
  type BreakAction,
  type BreakKind,
  type Resolution,
} from "./break.ts";
export { ReconciliationError } from "./errors.ts";
export { fetchStatements } from "./fetch-statements.ts";
export { importStatement, type Imported } from "./import-statement.ts";
export type { Line, LineState, Rule } from "./line.ts";
export { matchLines } from "./match-lines.ts";
export { setStopLimit } from "./stop-limit.ts";
export { startReconciliation, workReconciliation } from "./work.ts";
