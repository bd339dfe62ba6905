import { recordAudit, type Actor } from "#audit";
import { listBankConnections } from "#fund-sources";
import type { Context } from "#lib/context";
import { violates } from "#lib/db";
import { readPolicy } from "./check-policy.ts";
import { RoutingError } from "./errors.ts";
import { storedPolicy, type StoredPolicy } from "./policy.ts";

const BECAUSE_MAX = 500;

interface PolicyToSet {
  readonly policy: unknown;
  readonly because: string;
  readonly by: Actor;
  readonly inForce?: number;
}

/**
 * Puts a policy in force for everything routed from now on, and returns its version. Earlier ones stay, as
 * decisions name them. `inForce` is the version that it must follow; absent: any. Throws a RoutingError.
 */
export async function setRoutingPolicy(
  ctx: Pick<Context, "db" | "vault">,
  merchantId: string,
  { policy: given, because, by, inForce }: PolicyToSet,
): Promise<{ version: number; policy: StoredPolicy }> {
  if (because.trim() === "" || because.length > BECAUSE_MAX) throw RoutingError.because_missing();
  const work = ctx.db.inMerchant(merchantId, async (tx) => {
    const connections = await listBankConnections(ctx, tx);
    const policy = storedPolicy(
      readPolicy(
        given,
        connections.map(({ bankId }) => bankId),
      ),
    );
    const [made] = await tx.query<{ version: number }>(
      `insert into routing.policy (merchant_id, version, policy, because, set_by, set_at)
       select $1, coalesce(max(version), 0) + 1, $2, $3, $4, $5
       from routing.policy
       where merchant_id = $1
       having $6::int is null or coalesce(max(version), 0) = $6
       returning version`,
      [merchantId, JSON.stringify(policy), because, by, tx.now, inForce ?? null],
    );
    if (made === undefined) throw RoutingError.set_meanwhile();
    const { version } = made;
    const action = "routing.policy_set";
    await recordAudit(tx, [{ actor: by, action, subject: `routing_policy:${version}`, detail: { because } }]);
    return { version, policy };
  });
  return work.catch((error: unknown) => {
    throw violates(error, "policy_version_once") ? RoutingError.set_meanwhile() : error;
  });
}
