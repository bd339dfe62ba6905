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
export { blockPayee } from "./block-payee.ts";
export { destinationOf, formerDestinationOf } from "./destination.ts";
export { accountName, cardName, findPayeesOfAccounts, readSameDestinations } from "./same-destination.ts";
export { openDispatchRisk, type DispatchRisk } from "./dispatch-risk.ts";
export { dryRunRule, type DryRun } from "./dry-run-rule.ts";
export { RiskError } from "./errors.ts";
export { giveBack } from "./give-back.ts";
export { forbiddenMode, judgeTransfer } from "./judge-transfer.ts";
export { listRules, readRuleHistory, readRules, type RulesInForce } from "./read-rules.ts";
export type { PayeeToBlock } from "./payee-key.ts";
export { readVerdicts, type KeptVerdict } from "./read-verdicts.ts";
export { registerRiskApprovals } from "./follow-approvals.ts";
export { openReleaseRisk } from "./release-risk.ts";
export { readRiskFacts, type RiskFacts, type SetToJudge } from "./risk-facts.ts";
export { requestRule, type RequestedRule } from "./request-rule.ts";
export { compareProposal, type ComparedRule, type RuleComparison } from "./rule-proposal.ts";
export { requestUnblocking } from "./request-unblocking.ts";
export { sayParameters, type Effect, type GivenRule, type RiskRule } from "./rule.ts";

export { RULE_KINDS, type RuleKind } from "./table-of-kinds.ts";
export { listUndoableBlocks, undoBlock } from "./undo-block.ts";
export { listUndoable, undoRule } from "./undo-rule.ts";
export { unblockPayee } from "./unblock-payee.ts";
export type { Objection, RiskVerdict } from "./verdict.ts";
export { PARTS_TO_SEAL as RISK_TO_SEAL } from "./parts-to-seal.ts";
