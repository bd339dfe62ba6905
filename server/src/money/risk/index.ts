/** The rules that a merchant sets for its own transfers: modes, limits and other rules, and blocked payees. */
export {
  addRule,
  changeRule,
  type ModesToSet,
  removeRule,
  type RuleChange,
  RULES_MAX,
  type RuleToAdd,
  setModes,
} from "./change-rule.ts";
export {
  type Block,
  type BlockedPage,
  type BlockedPayee,
  type BlockOf,
  listBlocked,
  readBlocks,
} from "./block.ts";
export { blockPayee, type BlockToSet } from "./block-payee.ts";
export { destinationOf, formerDestinationOf, type PayeeSeen } from "./destination.ts";
export { accountName, cardName, findPayeesOfAccounts, readSameDestinations } from "./same-destination.ts";
export { openDispatchRisk, type DispatchRisk } from "./dispatch-risk.ts";
export {
  dryRunRule,
  type DryRun,
  type DryRunRange,
  type RuleToTry,
  type StoppedTransfer,
} from "./dry-run-rule.ts";
export { RiskError } from "./errors.ts";
export { giveBack } from "./give-back.ts";
export { forbiddenMode, judgeTransfer } from "./judge-transfer.ts";
export { listRules, readRuleHistory, readRules, type RulesInForce } from "./read-rules.ts";
export type { BlockKind, PayeeToBlock } from "./payee-key.ts";
export { readVerdicts, type KeptVerdict } from "./read-verdicts.ts";
export { registerRiskApprovals } from "./follow-approvals.ts";
export { openReleaseRisk } from "./release-risk.ts";
export { readRiskFacts, type RiskFacts, type SetToJudge, type TransferToJudge } from "./risk-facts.ts";
export { requestRule, type RequestedRule, type RuleRequest } from "./request-rule.ts";
export { compareProposal, type ComparedRule, type RuleComparison } from "./rule-proposal.ts";
export { requestUnblocking, type RequestedUnblocking } from "./request-unblocking.ts";
export { sayParameters, type Effect, type GivenRule, type Rule, type RuleTerms } from "./rule.ts";
export type { Scope } from "./scope.ts";
export { RULE_KINDS, type RuleKind } from "./table-of-kinds.ts";
export { listUndoableBlocks, undoBlock } from "./undo-block.ts";
export { listUndoable, undoRule } from "./undo-rule.ts";
export { unblockPayee, type BlockToEnd } from "./unblock-payee.ts";
export type { Objection, RiskCode, Speaker, Stage, Verdict } from "./verdict.ts";
export { PARTS_TO_SEAL as RISK_TO_SEAL } from "./parts-to-seal.ts";
