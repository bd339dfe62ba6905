import {
  approversOf,
  type OrderedBefore,
  type Policy,
  type PolicyFacts,
  type PolicySet,
  type Requirement,
  type SubjectKind,
} from "./policy.ts";

/**
 * Who must approve a subject, by the first policy whose conditions hold; null when no one must. Pure, so that it also
 * answers "who would have to agree to this?".
 */
export function matchPolicy(set: Omit<PolicySet, "exceptWays">, facts: PolicyFacts): Requirement | null {
  const policy = findPolicy(set, facts);
  if (policy === undefined) return null;
  return {
    policyName: policy.name,
    policyVersion: set.version,
    levels: policy.levels,
    expireAfterMinutes: set.expireAfterMinutes,
  };
}

type Policies = Pick<PolicySet, "subjectKind" | "policies">;

/**
 * A file that a member sent falls under the policy for people or files that asks more members, and what several rails
 * may carry under the policy of the rail that asks more.
 */
function findPolicy(set: Policies, facts: PolicyFacts): Policy | undefined {
  const creators =
    facts.creator === "batch" && facts.byMember ? (["member", "batch"] as const) : [facts.creator];
  const rails = facts.mayCarry ?? [facts.rail];
  return creators
    .flatMap((creator) => rails.flatMap((rail) => findFirst(set, { ...facts, creator, rail }) ?? []))
    .toSorted((one, other) => approversOf(other.levels) - approversOf(one.levels))[0];
}

function findFirst({ policies, subjectKind }: Policies, facts: PolicyFacts): Policy | undefined {
  // Counted with what came before first: with it an order may be above the last policy's range, and is then by itself.
  const fitsNow = (counts: boolean) => (one: Policy) =>
    fits(one, { ...facts, ...rangeOf(one, facts, counts) }, subjectKind);
  return [true, false]
    .map((counts) => policies.find(fitsNow(counts)))
    .find((one) => one !== undefined && one.levels.length > 0);
}

/** The sum of 24 hours by which a policy asks. */
export interface AskedSum {
  readonly of: "payee" | "maker";
  /** With the subject's own amount. */
  readonly paise: bigint;
}

/**
 * The sum by which a subject must be approved, the larger one where both are counted; null: its own amount asks for the
 * same policy, or none asks. Pure.
 */
export function askedSum(set: Policies, facts: PolicyFacts): AskedSum | null {
  const policy = findPolicy(set, facts);
  const { amountPaise, sums } = facts;
  if (policy === undefined || amountPaise === null || !sums) return null;
  if (findPolicy(set, { ...facts, sums: null })?.name === policy.name) return null;
  const needed = Math.max(1, approversOf(policy.levels));
  const [payee, maker] = [sumOf(sums.payee, amountPaise, needed), sumOf(sums.maker, amountPaise, needed)];
  return payee >= maker ? { of: "payee", paise: payee } : { of: "maker", paise: maker };
}

/** An amount with what fewer members than `needed` approved before. */
const sumOf = (before: readonly OrderedBefore[], amountPaise: bigint, needed: number): bigint =>
  before.reduce((sum, { paise, approvers }) => (approvers < needed ? sum + BigInt(paise) : sum), amountPaise);

/**
 * The amounts that a policy's range looks at, with what the payee or the maker was ordered before: above its lower end,
 * what fewer members approved than it asks for; at its upper end all of it, or else parts would never reach the policy
 * of the whole. One that asks no one exempts from what no one has approved.
 */
function rangeOf({ levels }: Policy, { amountPaise, sums }: PolicyFacts, counts: boolean): Range {
  if (!counts || amountPaise === null || !sums) return { lower: amountPaise, upper: amountPaise };
  const withBefore = (needed: number): bigint => {
    const [payee, maker] = [sumOf(sums.payee, amountPaise, needed), sumOf(sums.maker, amountPaise, needed)];
    return payee > maker ? payee : maker;
  };
  const needed = Math.max(1, approversOf(levels));
  return { lower: withBefore(needed), upper: withBefore(levels.length === 0 ? 1 : Infinity) };
}

interface Range {
  readonly lower: bigint | null;
  readonly upper: bigint | null;
}

function fits(
  policy: Policy,
  { lower, upper, rail, fundSourceId, creator }: PolicyFacts & Range,
  subjectKind: SubjectKind,
): boolean {
  const { fromPaise, toPaise, levels } = policy;
  // A batch that names no fund source may be paid from any: policies that ask for approval apply, others do not.
  const isFromAny = subjectKind === "batch" && fundSourceId === null && levels.length > 0;
  return (
    (fromPaise === null || (lower !== null && lower >= fromPaise)) &&
    (toPaise === null || (upper !== null && upper <= toPaise)) &&
    isAmong(policy.rails, rail) &&
    (isFromAny || isAmong(policy.fundSourceIds, fundSourceId)) &&
    isAmong(policy.creators, creator)
  );
}

function isAmong(wanted: readonly string[] | null, value: string | null): boolean {
  return wanted === null || (value !== null && wanted.includes(value));
}
