/** What a merchant's own rules allow: modes, limits per day, beneficiaries never to be paid; the rule that spoke. */
export { blockBeneficiary } from "./block-beneficiary.ts";
export { judgeTransfer, type RiskCode, type Verdict } from "./judge-transfer.ts";
export { readRiskFacts, type RiskFacts, type RiskRules } from "./risk-facts.ts";
export { setRules } from "./set-rules.ts";
