import type { Tx } from "#lib/db";
import { DEFAULT_POLICY, policyOf, type Policy, type StoredPolicy } from "./policy.ts";

/** Policies of a merchant by their versions, with the one that comes with the product as 0. */
export async function readRoutingPolicies(
  tx: Tx,
  versions: readonly number[],
): Promise<ReadonlyMap<number, Policy>> {
  const rows = await tx.query<{ version: number; policy: StoredPolicy }>(
    `select version, policy
     from routing.policy
     where merchant_id = $1
       and version = any ($2::int[])`,
    [tx.merchantId, [...new Set(versions)]],
  );
  return new Map([
    [0, DEFAULT_POLICY],
    ...rows.map(({ version, policy }) => [version, policyOf(policy)] as const),
  ]);
}

/** One version as it is shown. */
export interface PolicyVersion {
  readonly version: number;
  readonly policy: StoredPolicy;
  readonly because: string;
  readonly setBy: string;
  readonly setAt: Date;
}

const LIST_MAX = 50;

/** The last 50 policies of a merchant, the one in force first; none: the one that comes with the product is. */
export async function listRoutingPolicies(tx: Tx): Promise<PolicyVersion[]> {
  return tx.query<PolicyVersion>(
    `select version, policy, because, set_by as "setBy", set_at as "setAt"
     from routing.policy
     where merchant_id = $1
     order by version desc
     limit ${LIST_MAX}`,
    [tx.merchantId],
  );
}
