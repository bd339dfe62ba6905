import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { AccessError } from "./errors.ts";
import { noteInfluence } from "./influence.ts";
import type { KeyScope } from "./key-scope.ts";
import { requireOfMember } from "./require-of-member.ts";

/**
 * Changes what may be done with the merchant's key pair, for every call that begins and every order that is taken after
 * the commit. Throws `api_client_not_found`, `not_permitted` of a member who may not manage keys.
 */
export async function changeKeyScope(
  ctx: Context,
  merchantId: string,
  { scope, by = "system" }: { scope: KeyScope; by?: Actor },
): Promise<{ scope: KeyScope }> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    await requireOfMember(tx, by, "manage_keys");
    const [before] = await tx.query<{ clientId: string; scope: KeyScope }>(LOCK, [merchantId]);
    if (before === undefined) throw AccessError.api_client_not_found({ merchantId });
    if (before.scope === scope) return { scope };
    await tx.execute(CHANGE, [merchantId, before.clientId, scope]);
    await noteInfluence(tx, by, [`api-key:${before.clientId}`]);
    await recordAudit(tx, [
      {
        actor: by,
        action: "access.api_client_scope_changed",
        subject: `api-client:${before.clientId}`,
        detail: { before: before.scope, after: scope },
      },
    ]);
    return { scope };
  });
}

const LOCK = `
  select client_id as "clientId", scope
  from access.api_client
  where merchant_id = $1 and active
  for no key update`;

const CHANGE = `
  update access.api_client
  set scope = $3
  where merchant_id = $1 and client_id = $2`;
