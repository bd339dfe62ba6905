import type { Tx } from "#lib/db";
import type { Mode } from "./credentials.ts";
import { AccessError } from "./errors.ts";
import type { Granted } from "./member.ts";
import { byEnvironment, permissionsOf, type Grant, type Grants } from "./permissions.ts";

/** What grants mean in the transaction's organization, in each environment. Throws `role_not_found`. */
export async function resolveGrants(tx: Tx, grants: Grants): Promise<Readonly<Record<Mode, Granted>>> {
  const { sandbox, live } = byEnvironment(grants);
  return { sandbox: await resolveGrant(tx, sandbox), live: await resolveGrant(tx, live) };
}

async function resolveGrant(tx: Tx, grant: Grant): Promise<Granted> {
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
