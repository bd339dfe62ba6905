import {
  approvalsBy,
  approversOf,
  type Level,
  type OrderedBefore,
  type Policy,
  type PolicyFacts,
  type PolicySet,
  type Requirement,
} from "./policy.ts";
import { fillBoth, isFilledBy } from "./progress.ts";

/**
 * Finds the approvers that a subject needs, by the first policy whose conditions hold; null if it needs none. If it is
 * open which of several policies will hold, it needs what they ask for together. It is pure, so that it also answers
 * "who would have to agree to this?".
 */
export function matchPolicy(set: Omit<PolicySet, "exceptWays">, facts: PolicyFacts): Requirement | null {
  const asked = findAsked(set, facts);
  if (asked.length === 0) return null;
  return {
    policyName: asked.map(({ policy }) => policy.name).join(", "),
    policyVersion: set.version,
    levels: togetherBy(asked),
    expireAfterMinutes: set.expireAfterMinutes,
  };
}

/**
 * Joins what the policies of one merchant ask for with what those of others do; null if none asks. The version and the
 * time to decide are the merchant's own.
 */
export function askTogether(
  set: Omit<PolicySet, "exceptWays">,
  facts: PolicyFacts,
  others: readonly Requirement[] = [],
): Requirement | null {
  const own = matchPolicy(set, facts);
  const all = own === null ? others : [own, ...others];
  if (all.length === 0) return null;
  return {
    policyName: [...new Set(all.map(({ policyName }) => policyName))].join(", "),
    policyVersion: set.version,
    levels: all.map(({ levels }) => levels).reduce(fillBoth),
    expireAfterMinutes: set.expireAfterMinutes,
  };
}

type Policies = Pick<PolicySet, "subjectKind" | "policies">;

/** The sum of 24 hours by which a policy asks. */
export interface AskedSum {
  readonly of: "payee" | "maker";
  /** Includes the subject's own amount. */
  readonly paise: bigint;
}

/**
 * Returns the sum because of which a subject must be approved, the larger one if both are counted; null if its own
 * amount asks for the same policies, or if none asks. Pure.
 */
export function askedSum(set: Policies, facts: PolicyFacts): AskedSum | null {
  const alone = findAsked(set, { ...facts, sums: null }).map(({ policy }) => policy);
  return findAsked(set, facts)
    .filter(({ policy }) => !alone.includes(policy))
    .map(({ sum }) => sum)
    .reduce((most, sum) => (most === null || (sum !== null && sum.paise > most.paise) ? sum : most), null);
}

/** A policy that asks, and the sum because of which it does; null if nothing is summed. */
interface Asked {
  readonly policy: Policy;
  readonly sum: AskedSum | null;
}

/** Returns the levels that fill those of all policies. */
const togetherBy = (asked: readonly Asked[]): readonly Level[] =>
  asked.map(({ policy }) => policy.levels).reduce(fillBoth);

/**
 * Finds the policies that apply, the one that asks most members first, without those that ask for nothing more. A file
 * is subject to the policy for files, and to the one for people or programs, as a member or a program sent it; what
 * several rails may carry, to the policy of each rail; and a batch that names no fund source, to the policy of each
 * fund source.
 */
function findAsked(set: Policies, facts: PolicyFacts): Asked[] {
  const creators =
    facts.creator === "batch" ? ([facts.byMember ? "member" : "api", "batch"] as const) : [facts.creator];
  const rails = facts.mayCarry ?? [facts.rail];
  const isFromAny = set.subjectKind === "batch" && facts.fundSourceId === null;
  const named = isFromAny ? set.policies.flatMap(({ fundSourceIds }) => fundSourceIds ?? []) : [];
  const sources = [facts.fundSourceId, ...new Set(named)];
  const asked = creators.flatMap((creator) =>
    rails.flatMap((rail) =>
      sources.flatMap((fundSourceId) => askedOf(set, { ...facts, creator, rail, fundSourceId }) ?? []),
    ),
  );
  return asked
    .toSorted((one, other) => approversOf(other.policy.levels) - approversOf(one.policy.levels))
    .reduce<Asked[]>((kept, one) => {
      const isMore = kept.length === 0 || !isFilledBy(one.policy.levels, approvalsBy(togetherBy(kept)));
      return isMore ? [...kept, one] : kept;
    }, []);
}

/**
 * Finds what an amount and its sums ask for. From the subject's own amount upwards, the first policy that fits each
 * amount makes the *tiers*. A tier is reached by the subject's amount plus those earlier ones whose approvals are not
 * enough for it or for a higher tier. The highest tier that is reached is asked, or a lower one that is reached and
 * asks for all of that and more. So no upper end of a policy, and nothing that waits, makes a sum ask for less.
 *
 * With "A" by one from 50 to 200 and "B" by the CFO from 201, for a new order:
 *
 * | amount | earlier                        | counted for A, B | asks |
 * | ------ | ------------------------------ | ---------------- | ---- |
 * | 40     |                                | 40, 40           |      |
 * | 40     | 40 without approval            | 80, 80           | A    |
 * | 40     | 450 by the CFO, or waiting     | 40, 40           |      |
 * | 40     | 150 by one                     | 40, 190          |      |
 * | 60     | 150 by one                     | 60, 210          | B    |
 * | 40     | 450 by an exempt channel       | 490, 490         | B    |
 *
 * Without "B", the last one asks for A. Policies that ask no one end where the next tier begins.
 */
function askedOf({ policies }: Policies, facts: PolicyFacts): Asked | undefined {
  const fitting = policies.filter((one) => fits(one, facts));
  const { amountPaise, sums } = facts;
  if (amountPaise === null || !sums) {
    const policy = fitting.find((one) => isInRange(one, amountPaise));
    return policy === undefined || policy.levels.length === 0 ? undefined : { policy, sum: null };
  }
  const tiers = tiersFrom(amountPaise, fitting);
  const payee = sumsOf(sums.payee, { amountPaise, tiers });
  const maker = sumsOf(sums.maker, { amountPaise, tiers });
  return tiers
    .map(({ policy }, at) => ({ policy, sum: largerOf(payee[at]!, maker[at]!) }))
    .filter(({ sum }, at) => sum.paise >= tiers[at]!.fromPaise)
    .reduceRight<Asked | undefined>(
      (most, one) =>
        most === undefined || isFilledBy(most.policy.levels, approvalsBy(one.policy.levels)) ? one : most,
      undefined,
    );
}

const largerOf = (payee: bigint, maker: bigint): AskedSum =>
  payee >= maker ? { of: "payee", paise: payee } : { of: "maker", paise: maker };

/** A policy that asks from an amount on. */
interface Tier {
  readonly fromPaise: bigint;
  readonly policy: Policy;
}

/** The tiers from an amount upwards, the lowest first. An amount for which no one is asked has no tier. */
function tiersFrom(amountPaise: bigint, fitting: readonly Policy[]): Tier[] {
  const ends = fitting.flatMap(({ fromPaise, toPaise }) => [
    fromPaise,
    toPaise === null ? null : toPaise + 1n,
  ]);
  const starts = new Set([
    amountPaise,
    ...ends.filter((end) => end !== null && end > amountPaise),
  ] as bigint[]);
  return [...starts]
    .toSorted((one, other) => (one < other ? -1 : 1))
    .flatMap((fromPaise) => {
      const policy = fitting.find((one) => isInRange(one, fromPaise));
      return policy === undefined || policy.levels.length === 0 ? [] : [{ fromPaise, policy }];
    });
}

/**
 * Returns for each tier the amount together with the earlier orders whose approvals are not enough for that tier or a
 * higher one.
 */
function sumsOf(
  before: readonly OrderedBefore[],
  { amountPaise, tiers }: { amountPaise: bigint; tiers: readonly Tier[] },
): bigint[] {
  const enoughFor = before.map(({ paise, approvals }) => ({
    paise: BigInt(paise),
    highest: tiers.findLastIndex(({ policy }) => isFilledBy(policy.levels, approvals ?? [])),
  }));
  return tiers.map((_, at) =>
    enoughFor.reduce((sum, { paise, highest }) => (highest < at ? sum + paise : sum), amountPaise),
  );
}

const isInRange = ({ fromPaise, toPaise }: Policy, paise: bigint | null): boolean =>
  (fromPaise === null || (paise !== null && paise >= fromPaise)) &&
  (toPaise === null || (paise !== null && paise <= toPaise));

/** Returns true if all conditions but the amount hold. */
const fits = (policy: Policy, { rail, fundSourceId, creator }: PolicyFacts): boolean =>
  isAmong(policy.rails, rail) &&
  isAmong(policy.fundSourceIds, fundSourceId) &&
  isAmong(policy.creators, creator);

function isAmong(wanted: readonly string[] | null, value: string | null): boolean {
  return wanted === null || (value !== null && wanted.includes(value));
}
