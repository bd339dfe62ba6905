import type { Context } from "#lib/context";
import { SUBJECT_KINDS, type PolicySet } from "./policy.ts";
import { readPolicySets } from "./read-policies.ts";

/** A merchant's policies of every kind, for people to look at. */
export async function listPolicies(ctx: Pick<Context, "db">, merchantId: string): Promise<PolicySet[]> {
  const sets = await ctx.db.inMerchant(merchantId, (tx) => readPolicySets(tx, SUBJECT_KINDS));
  return [...sets.values()];
}
