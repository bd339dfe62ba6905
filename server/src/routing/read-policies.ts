import type { Tx } from "#lib/db";
import { DEFAULT_POLICY, policyOf, type Policy, type StoredPolicy } from "./policy.ts";

/** Reads policies of a merchant by version. Version 0 is the default policy. */
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

export interface PolicyVersion {
  readonly version: number;
  readonly policy: StoredPolicy;
  readonly because: string;
  readonly setBy: string;
  readonly setAt: Date;
}

const LIST_MAX = 50;

/** Lists the last 50 policies of a merchant, newest first. None: the default policy is in force. */
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
