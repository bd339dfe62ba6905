import type { Policy, PolicyFacts, PolicySet, Requirement, SubjectKind } from "./policy.ts";

/**
 * Who must approve a subject, by the first policy whose conditions hold; null when no one must. Pure, so that it also
 * answers "who would have to agree to this?".
 */
export function matchPolicy(set: Omit<PolicySet, "exceptWays">, facts: PolicyFacts): Requirement | null {
  const policy = set.policies.find((one) => fits(one, facts, set.subjectKind));
  if (policy === undefined || policy.levels.length === 0) return null;
  return {
    policyName: policy.name,
    policyVersion: set.version,
    levels: policy.levels,
    expireAfterMinutes: set.expireAfterMinutes,
  };
}

function fits(
  policy: Policy,
  { amountPaise, rail, fundSourceId, creator }: PolicyFacts,
  subjectKind: SubjectKind,
): boolean {
  const { fromPaise, toPaise, levels } = policy;
  // A batch that names no fund source may be paid from any: policies that ask for approval apply, others do not.
  const isFromAny = subjectKind === "batch" && fundSourceId === null && levels.length > 0;
  return (
    (fromPaise === null || (amountPaise !== null && amountPaise >= fromPaise)) &&
    (toPaise === null || (amountPaise !== null && amountPaise <= toPaise)) &&
    isAmong(policy.rails, rail) &&
    (isFromAny || isAmong(policy.fundSourceIds, fundSourceId)) &&
    isAmong(policy.creators, creator)
  );
}

function isAmong(wanted: readonly string[] | null, value: string | null): boolean {
  return wanted === null || (value !== null && wanted.includes(value));
}
