import type { Tx } from "#lib/db";
import { ORGANIZATION_OF_TX } from "./member.ts";
import { allowedBy, type Permission } from "./permissions.ts";

/** Who a member is and what it may do now. */
export interface Permitted {
  readonly memberId: string;
  readonly name: string;
  readonly email: string;
  readonly permissions: ReadonlySet<Permission>;
}

/**
 * What members may do now, by member id. Who is disabled, or belongs to another organization than the merchant of the
 * transaction, is not there. Until the transaction ends no permission can be taken away from them: what is decided
 * upon it holds at the commit.
 */
export async function readPermissions(
  tx: Tx,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, Permitted>> {
  if (memberIds.length === 0) return new Map();
  const rows = await tx.query<Omit<Permitted, "permissions"> & { permissions: Permission[] }>(READ, [
    tx.merchantId,
    [...new Set(memberIds)],
  ]);
  return new Map(rows.map((row) => [row.memberId, { ...row, permissions: allowedBy(row.permissions) }]));
}

// Always in one order, and shared: two decisions never wait for each other here.
const READ = `
  select member_id as "memberId", name, email, permissions
  from access.member
  where organization_id = ${ORGANIZATION_OF_TX}
    and member_id = any ($2::uuid[])
    and active
  order by member_id
  for share of member`;
