import { creatorOf, matchPolicy, readPolicies, type PolicyFacts } from "#approvals";
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { RiskError } from "./errors.ts";

/** What a policy for limits is asked about: who changes a rule, and nothing else. */
export function factsOfChange(by: Actor): PolicyFacts {
  return { amountPaise: null, rail: null, fundSourceId: null, creator: creatorOf(by) };
}

/** Lets the system pass, and actors who may change rules alone. Throws RiskError.approval_needed for all others. */
export async function requireNoApproval(tx: Tx, by: Actor): Promise<void> {
  if (by === "system") return;
  if (matchPolicy(await readPolicies(tx, "limit"), factsOfChange(by)) !== null)
    throw RiskError.approval_needed({ by });
}
