/** Checks of whether others must approve a change of the rules, or the end of a block. */
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
 * Whether others are asked about a change: the merchant's own policies say it of every change, and as long as it has
 * set none they are asked in live about what loosens the shield on a member's word.
 */
export async function asksOthers(
  tx: Tx,
  { by, loosens }: { readonly by: Actor; readonly loosens: boolean },
): Promise<boolean> {
  const set = await readPolicies(tx, "limit");
  if (set.version === 0 && (memberOf(by) === null || !loosens)) return false;
  return matchPolicy(set, factsOfChange(by)) !== null;
}

/** Lets the system pass, and actors who may loosen rules alone. Throws RiskError.approval_needed for all others. */
export async function requireNoApproval(tx: Tx, by: Actor): Promise<void> {
  if (by === "system") return;
  if (await asksOthers(tx, { by, loosens: true })) throw RiskError.approval_needed({ by });
}
