import type { Tx } from "#lib/db";
import { AccessError } from "./errors.ts";
import { permissionsOf, type Grant, type Permission } from "./permissions.ts";

export interface Granted {
  readonly permissions: readonly Permission[];
  readonly roleId: string | null;
}

/** What a grant means in the transaction's organization. Throws `role_not_found`. */
export async function resolveGrant(tx: Tx, grant: Grant): Promise<Granted> {
  if (!("roleId" in grant)) return { permissions: permissionsOf(grant), roleId: null };
  const [role] = await tx.query<Granted>(READ, [tx.merchantId, grant.roleId]);
  if (role === undefined) throw AccessError.role_not_found({ roleId: grant.roleId });
  return role;
}

// Shared: a role that is changed meanwhile changes its members after this.
const READ = `
  select permissions, role_id as "roleId"
  from access.role
  where organization_id = $1 and role_id = $2
  for share`;
