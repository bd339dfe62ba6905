import type { Reader } from "#lib/db";
import type { Mode } from "./credentials.ts";
import { MODE_OF_TX, SANDBOX_PERMISSIONS } from "./member.ts";
import { allowedBy, PERMISSIONS, type Permission } from "./permissions.ts";

const NAMES_MAX = 5;

/**
 * The names of members who may do something in an environment, at most five of them: whom to ask. Null: something that
 * concerns the whole organization.
 */
export async function whoCan(
  read: Reader,
  { organizationId, permission, mode }: { organizationId: string; permission: Permission; mode: Mode | null },
): Promise<string[]> {
  const sufficient = PERMISSIONS.filter((one) => allowedBy([one]).has(permission));
  const rows = await read.query<{ name: string }>(FIND, [organizationId, sufficient, NAMES_MAX, mode]);
  return rows.map(({ name }) => name);
}

// Those who may do the least besides come first: the approver before the owner.
const FIND = `
  select member.name
  from access.member
  cross join lateral (
    select case
      when coalesce($4::text, ${MODE_OF_TX}) = 'live' then member.permissions
      else ${SANDBOX_PERMISSIONS}
    end as permissions
  ) as held
  where member.organization_id = $1 and member.active and held.permissions && $2::text[]
  order by cardinality(held.permissions), member.name
  limit $3`;
