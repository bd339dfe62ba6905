import type { Tx } from "#lib/db";
import { ORGANIZATION_OF_TX } from "./member.ts";
import type { Permission } from "./permissions.ts";

export interface OwnRole {
  readonly roleId: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly members: number;
}

/** The custom roles of the transaction's organization, at most 100, by name. */
export function listRoles(tx: Tx): Promise<OwnRole[]> {
  return tx.query<OwnRole>(LIST, [tx.merchantId]);
}

const LIST = `
  select role.role_id as "roleId", role.name, role.permissions,
    (
      select count(*)::integer
      from access.member
      where role.role_id in (member.role_id, member.sandbox_role_id)
    ) as members
  from access.role
  where role.organization_id = ${ORGANIZATION_OF_TX}
  order by lower(role.name)
  limit 100`;
