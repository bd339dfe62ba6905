import type { RiskFacts, TransferToJudge } from "./risk-facts.ts";
import type { ActiveRule, RulesInForce } from "./stored-rules.ts";
import { kindOf } from "./kinds.ts";
import { blockMode, blockPayment, objectBy, type Objection, type RiskVerdict } from "./verdict.ts";

/**
 * Judges one transfer by its merchant's modes, blocks and rules. Every order from every channel is judged here. Rules
 * are checked in the order of their places. The first rule that blocks decides, a review is the verdict unless a later
 * rule blocks, and trust ends the check. Pure: all that it needs is in `facts`.
 */
export function judgeTransfer(facts: RiskFacts, transfer: TransferToJudge): RiskVerdict {
  const forbidden = forbiddenMode(facts.inForce, transfer) ?? blockedPayee(facts, transfer);
  if (forbidden !== null) return forbidden;
  let review: Objection | null = null;
  for (const rule of facts.inForce.rules) {
    const counted = ask(rule, transfer, facts);
    if (counted === null) continue;
    const { effect } = rule;
    if (effect === "allow") break;
    if (effect === "block") return objectBy({ ...rule, effect }, counted);
    review ??= objectBy({ ...rule, effect }, counted);
  }
  return review ?? { kind: "allow" };
}

function ask(rule: ActiveRule, transfer: TransferToJudge, facts: RiskFacts) {
  const { parameters } = rule;
  if (!facts.concerns(rule, transfer)) return null;
  const kind = kindOf(rule.kind);
  return kind.judge(parameters, kind.see(parameters, facts.see(transfer, rule), facts.counts));
}

/** Returns the objection to a mode that the merchant does not have, or has switched off. */
export function forbiddenMode(
  { unavailableModes, disabledModes }: RulesInForce,
  { mode }: Pick<TransferToJudge, "mode">,
): Objection | null {
  if (unavailableModes.includes(mode)) return blockMode("feature_not_available", mode);
  return disabledModes.includes(mode) ? blockMode("mode_not_enabled", mode) : null;
}

/** Returns the objection to a payee that is blocked, or null. */
export function blockedPayee(
  { blockOf }: Pick<RiskFacts, "blockOf">,
  { beneficiaryId }: Pick<TransferToJudge, "beneficiaryId">,
): Objection | null {
  const block = blockOf(beneficiaryId);
  return block === null ? null : blockPayment(block);
}
