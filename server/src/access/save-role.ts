import { recordAudit, type Actor } from "#audit";
import type { Context } from "#lib/context";
import { violates, type Tx } from "#lib/db";
import { newId } from "#lib/ids";
import { refuseLastManager } from "./change-member.ts";
import { cleanName } from "./clean-name.ts";
import { AccessError } from "./errors.ts";
import { inOrganization } from "./in-organization.ts";
import { permissionsOf, ROLES, type Permission } from "./permissions.ts";
import { NOTHING, requireMayGive } from "./require-may-give.ts";
import { requirePermission } from "./require-permission.ts";

export interface RoleToSave {
  /** Absent: a new role. */
  readonly roleId?: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly by: Actor;
}

const NAME_MAX = 60;

/**
 * Makes a custom role, or changes it for all who have it. Throws `bad_role`, `bad_name`,
 * `role_exists`, `role_not_found`, `not_permitted`, `not_yours_to_give`, `last_manager`.
 */
export async function saveRole(
  ctx: Context,
  organizationId: string,
  { roleId, name: given, by, ...wanted }: RoleToSave,
): Promise<{ roleId: string }> {
  const name = cleanName(given);
  const permissions = permissionsOf(wanted);
  if (name.length > NAME_MAX || permissions.length === 0) throw AccessError.bad_role();
  if (Object.hasOwn(ROLES, name.toLowerCase())) throw AccessError.role_exists();
  try {
    return await inOrganization(ctx, organizationId, async (tx) => {
      await tx.query(LOCK_ORGANIZATION, [organizationId]);
      await requirePermission(tx, by, "manage_members");
      const role = { roleId: roleId ?? newId(), name, permissions, by };
      await (roleId === undefined ? makeRole(tx, role) : changeRole(tx, role));
      return { roleId: role.roleId };
    });
  } catch (error) {
    if (violates(error, "role_name_once")) throw AccessError.role_exists();
    throw error;
  }
}

type Role = Required<RoleToSave>;

async function makeRole(tx: Tx, role: Role): Promise<void> {
  await requireMayGive(tx, role.by, { given: inBoth(role), held: NOTHING });
  await tx.execute(MAKE, [role.roleId, tx.merchantId, role.name, role.permissions]);
  await note(tx, role, "access.role_made");
}

async function changeRole(tx: Tx, role: Role): Promise<void> {
  const [before] = await tx.query<{ permissions: Permission[] }>(LOCK, [tx.merchantId, role.roleId]);
  if (before === undefined) throw AccessError.role_not_found({ roleId: role.roleId });
  await requireMayGive(tx, role.by, { given: inBoth(role), held: inBoth(before) });
  await tx.execute(CHANGE, [role.roleId, role.name, role.permissions]);
  await tx.execute(CHANGE_MEMBERS, [tx.merchantId, role.roleId, role.permissions]);
  await refuseLastManager(tx);
  await note(tx, role, "access.role_changed");
}

/** A role may be given in either environment. */
const inBoth = ({ permissions }: { readonly permissions: readonly Permission[] }) => ({
  sandbox: { permissions },
  live: { permissions },
});

async function note(tx: Tx, { roleId, name, permissions, by }: Role, action: string): Promise<void> {
  await recordAudit(tx, [{ actor: by, action, subject: `role:${roleId}`, detail: { name, permissions } }]);
}

const LOCK_ORGANIZATION = `
  select
  from access.organization
  where organization_id = $1
  for no key update`;

const LOCK = `
  select permissions
  from access.role
  where organization_id = $1 and role_id = $2
  for update`;

const MAKE = `
  insert into access.role (role_id, organization_id, name, permissions)
  values ($1, $2, $3, $4)`;

const CHANGE = `
  update access.role
  set name = $2, permissions = $3
  where role_id = $1`;

const CHANGE_MEMBERS = `
  update access.member
  set permissions = case when role_id = $2 then $3::text[] else permissions end,
    sandbox_permissions = case
      when sandbox_permissions is null or sandbox_role_id = $2 then $3::text[]
      else sandbox_permissions
    end,
    sandbox_role_id = case when sandbox_permissions is null then role_id else sandbox_role_id end
  where organization_id = $1 and $2 in (role_id, sandbox_role_id)`;
