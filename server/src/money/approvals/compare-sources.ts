/** Checks if money that moves between fund sources would leave the reach of a policy. */
import type { Tx } from "#lib/db";
import { RAILS } from "#rails";
import { matchPolicy } from "./match-policy.ts";
import { approvalsBy, CREATOR_KINDS, type PolicyFacts, type PolicySet, type Requirement } from "./policy.ts";
import { isFilledBy } from "./progress.ts";
import { holdPolicies } from "./stored-policies.ts";

const KINDS = ["transfer", "batch"] as const;

interface Payer {
  readonly fundSourceId: string;
  /** True if its money leaves as loans only. */
  readonly onlyLoans: boolean;
}

interface Ends {
  readonly from: Payer;
  readonly to: Payer;
}

/**
 * Returns the name of a policy that payments from one fund source need and those from the other do not, for any amount,
 * rail and creator; null if there is none. The policies stay as they are until the transaction ends.
 */
export async function findPolicyLeftBehind(tx: Tx, ends: Ends): Promise<string | null> {
  const sets = await holdPolicies(tx, KINDS);
  for (const set of sets.values()) {
    const name = leftBehindBy(set, ends);
    if (name !== null) return name;
  }
  return null;
}

/** Returns the time at which the policies for payments were last set; null if they never were. */
export async function paymentPoliciesSetAt(tx: Tx): Promise<Date | null> {
  const [row] = await tx.query<{ setAt: Date | null }>(READ_SET_AT, [tx.merchantId, KINDS]);
  return row!.setAt;
}

const READ_SET_AT = `
  select max(set_at) as "setAt"
  from approvals.policy_set
  where merchant_id = $1 and subject_kind = any ($2::text[])`;

/** Returns what `findPolicyLeftBehind` returns, for one list of policies. Pure. */
function leftBehindBy(set: PolicySet, { from, to }: Ends): string | null {
  const isExempt = ({ onlyLoans }: Payer): boolean => onlyLoans && set.exceptWays.includes("loan");
  if (isExempt(from)) return null;
  if (!isExempt(to) && set.policies.every(({ fundSourceIds }) => fundSourceIds === null)) return null;
  for (const facts of listPayments(set)) {
    const ask = ({ fundSourceId }: Payer) => matchPolicy(set, { ...facts, fundSourceId });
    const wanted = ask(from);
    if (wanted !== null && !asksAsMuch(isExempt(to) ? null : ask(to), wanted)) return wanted.policyName;
  }
  return null;
}

/** Lists a payment for each case that the policies distinguish. */
function* listPayments({ policies }: PolicySet): Generator<Omit<PolicyFacts, "fundSourceId">> {
  const edges = policies.flatMap(({ fromPaise, toPaise }) => [
    fromPaise ?? 1n,
    toPaise === null ? 1n : toPaise + 1n,
  ]);
  for (const amountPaise of new Set([1n, ...edges]))
    for (const rail of RAILS)
      for (const creator of CREATOR_KINDS)
        for (const byMember of [true, false]) yield { amountPaise, rail, creator, byMember };
}

const asksAsMuch = (asked: Requirement | null, wanted: Requirement): boolean =>
  asked !== null && isFilledBy(wanted.levels, approvalsBy(asked.levels));
