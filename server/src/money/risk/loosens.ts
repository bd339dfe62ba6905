/** Judges whether a change of the risk rules weakens them; in live a second person then has to agree. */
import type { RiskRule } from "./rule.ts";
import { kindOf } from "./kinds.ts";

/** An active rule with its place among the others. */
export type RuleAtPlace = Pick<
  RiskRule,
  "ruleId" | "kind" | "parameters" | "scope" | "scopeId" | "effect" | "place"
>;

/**
 * Returns true if some order could pass more easily after a rule has changed. A rule that is absent or switched off is
 * null. A change that cannot be judged counts as loosening. `others` are the other active rules. Pure.
 */
export function loosens(
  before: RuleAtPlace | null,
  after: RuleAtPlace | null,
  others: readonly RuleAtPlace[],
): boolean {
  if (before === null) return after !== null && isTrust(after);
  if (after === null) return !isTrust(before);
  if (isTrust(before))
    return !includes(before, after) || others.some((one) => !isTrust(one) && passes(one, before, after));
  const isWeaker = before.effect === "block" && after.effect !== "block";
  return (
    isWeaker || !includes(after, before) || others.some((one) => isTrust(one) && passes(one, after, before))
  );
}

/**
 * Returns true if a rule that is given back its `former` terms would let trust come before a rule that it did not come
 * before then. `beside` has the active rules that existed together with these terms, as `listBeside` reads them. `now`
 * has the active rules of today, including this one. Pure.
 */
export function passesMore(
  former: RuleAtPlace,
  beside: readonly RuleAtPlace[],
  now: readonly RuleAtPlace[],
): boolean {
  return now.some((other) => {
    if (other.ruleId === former.ruleId || isTrust(other) === isTrust(former)) return false;
    const were = beside.filter(({ ruleId }) => ruleId === other.ruleId);
    if (isTrust(former))
      return isBefore(former, other) && were.length > 0 && !were.some((was) => isBefore(former, was));
    return isBefore(other, former) && !were.some((was) => isBefore(was, former) && includes(was, other));
  });
}

/**
 * Returns true if a rule that was requested beside the rules `seen` would now let orders pass that it would not have
 * let pass then, because trust comes before a rule that was not there, was weaker or came first. `now` has the active
 * rules of today. Pure.
 */
export function passesUnseen(
  wanted: RuleAtPlace,
  seen: readonly RuleAtPlace[],
  now: readonly RuleAtPlace[],
): boolean {
  const isPassed = (other: RuleAtPlace): boolean =>
    isTrust(wanted) ? isPassedBy(wanted, other) : isPassedBy(other, wanted);
  return now.some(
    (other) =>
      other.ruleId !== wanted.ruleId &&
      isPassed(other) &&
      !seen.some((was) => was.ruleId === other.ruleId && isPassed(was) && isAtLeast(was, other)),
  );
}

/** True if the first rule trusts orders before the second one, which does not trust, is asked. */
const isPassedBy = (trust: RuleAtPlace, rule: RuleAtPlace): boolean =>
  isTrust(trust) && !isTrust(rule) && isBefore(trust, rule);

/** True if the first applies to every order that the second applies to, with the same effect or a stronger one. */
const isAtLeast = (these: RuleAtPlace, those: RuleAtPlace): boolean =>
  includes(these, those) && (these.effect === those.effect || those.effect === "review");

/** True if the rule trusts, so that later rules are not asked. */
const isTrust = ({ effect }: RuleAtPlace): boolean => effect === "allow";

/** True if the first applies to every order that the second applies to. */
function includes(these: RuleAtPlace, those: RuleAtPlace): boolean {
  const { includes: includesAll } = kindOf(these.kind);
  return these.kind === those.kind && covers(these, those) && includesAll(these.parameters, those.parameters);
}

/** True if the first scope contains the second. A merchant's total is at least that of each of its parts. */
const covers = (these: RuleAtPlace, those: RuleAtPlace): boolean =>
  these.scope === "merchant" ||
  (these.scope === those.scope && (these.scopeId === null || these.scopeId === those.scopeId));

/** True if `other` comes before `one` but not before `theOther`. Rules are ordered by place and then by ID. */
const passes = (other: RuleAtPlace, one: RuleAtPlace, theOther: RuleAtPlace): boolean =>
  isBefore(other, one) && !isBefore(other, theOther);

const isBefore = (one: RuleAtPlace, other: RuleAtPlace): boolean =>
  one.place < other.place || (one.place === other.place && one.ruleId < other.ruleId);
