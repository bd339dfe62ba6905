/** The rules that a merchant sets for its own transfers: modes, limits and other rules, and blocked payees. */
export {
  addRule,
  changeRule,
  type ModesToSet,
  removeRule,
  RULES_MAX,
  type RuleToAdd,
  setModes,
} from "./change-rule.ts";
export { type Block, listBlocked, readBlocks } from "./block.ts";
export { blockPayee, listUndoableBlocks, undoBlock } from "./block-payee.ts";
export {
  accountName,
  cardName,
  destinationOf,
  findPayeesOfAccounts,
  formerDestinationOf,
  readSameDestinations,
} from "./destination.ts";
export { type DispatchRisk, openDispatchRisk, openReleaseRisk } from "./judge-again.ts";
export { dryRunRule, type DryRun } from "./dry-run-rule.ts";
export { RiskError } from "./errors.ts";
export { giveBack } from "./usage.ts";
export { forbiddenMode, judgeTransfer } from "./judge-transfer.ts";
export { listRules, readRuleHistory, readRules, type RulesInForce } from "./stored-rules.ts";
export type { PayeeToBlock } from "./payee-key.ts";
export { type KeptVerdict, type Objection, readVerdicts, type RiskVerdict } from "./verdict.ts";
export { registerRiskApprovals } from "./follow-approvals.ts";
export { readRiskFacts, type RiskFacts, type SetToJudge } from "./risk-facts.ts";
export { requestRule, type RequestedRule } from "./request-rule.ts";
export { compareProposal, type ComparedRule, type RuleComparison } from "./rule-proposal.ts";
export { requestUnblocking, unblockPayee } from "./unblock-payee.ts";
export { sayParameters, type Effect, type GivenRule, type RiskRule } from "./rule.ts";

export { RULE_KINDS, type RuleKind } from "./kinds.ts";
export { listUndoable, undoRule } from "./undo-rule.ts";
export { PARTS_TO_SEAL as RISK_TO_SEAL } from "./parts-to-seal.ts";
export { PARTS_TO_ERASE as RISK_TO_ERASE } from "./to-erase.ts";
