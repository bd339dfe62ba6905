/** Decides if another person must approve a change of a risk rule or the end of a block. */
import { memberOf } from "#access";
import { creatorOf, matchPolicy, readPolicies, type PolicyFacts } from "#approvals";
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { RiskError } from "./errors.ts";

/** Returns the facts for a policy about limits: the person who changes a rule, and nothing else. */
export function factsOfChange(by: Actor): PolicyFacts {
  return { amountPaise: null, rail: null, fundSourceId: null, creator: creatorOf(by) };
}

/**
 * Returns true if another person must approve a change. The merchant's own policies decide about every change. As long
 * as the merchant has set none, only changes by members that loosen the risk shield need approval, and only in live.
 */
export async function asksOthers(
  tx: Tx,
  { by, loosens }: { readonly by: Actor; readonly loosens: boolean },
): Promise<boolean> {
  const set = await readPolicies(tx, "limit");
  if (set.version === 0 && (memberOf(by) === null || !loosens)) return false;
  return matchPolicy(set, factsOfChange(by)) !== null;
}

/** Throws RiskError.approval_needed, except for the system and for actors who may loosen rules alone. */
export async function requireNoApproval(tx: Tx, by: Actor): Promise<void> {
  if (by === "system") return;
  if (await asksOthers(tx, { by, loosens: true })) throw RiskError.approval_needed({ by });
}
