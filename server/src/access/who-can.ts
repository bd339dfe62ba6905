import type { Reader } from "#lib/db";
import { allowedBy, PERMISSIONS, type Permission } from "./permissions.ts";

const NAMES_MAX = 5;

/** The names of members who may do something, at most five of them: whom to ask. */
export async function whoCan(
  read: Reader,
  { organizationId, permission }: { organizationId: string; permission: Permission },
): Promise<string[]> {
  const sufficient = PERMISSIONS.filter((one) => allowedBy([one]).has(permission));
  const rows = await read.query<{ name: string }>(FIND, [organizationId, sufficient, NAMES_MAX]);
  return rows.map(({ name }) => name);
}

// Those who may do the least besides come first: the approver before the owner.
const FIND = `
  select member.name
  from access.member
  where member.organization_id = $1 and member.active and member.permissions && $2::text[]
  order by cardinality(member.permissions), member.name
  limit $3`;
