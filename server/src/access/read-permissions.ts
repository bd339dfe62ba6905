import type { Tx } from "#lib/db";
import type { Mode } from "./credentials.ts";
import { MODE_OF_TX, ORGANIZATION_OF_TX, SANDBOX_PERMISSIONS } from "./member.ts";
import { allowedBy, type Permission } from "./permissions.ts";

/** Who a member is and what it may do now. */
export interface Permitted {
  readonly memberId: string;
  readonly name: string;
  readonly email: string;
  /** In the environment of the transaction's merchant. */
  readonly permissions: ReadonlySet<Permission>;
}

/** The same with what it may do in each environment. */
export interface PermittedAnywhere extends Permitted {
  readonly rights: Readonly<Record<Mode, ReadonlySet<Permission>>>;
}

interface Row extends Omit<Permitted, "permissions"> {
  mode: Mode;
  live: Permission[];
  sandbox: Permission[];
}

/**
 * What members may do now, by member id: in the environment of the transaction's merchant, and in each. Who is
 * disabled, or belongs to another organization than that merchant, is not there. Until the transaction ends no
 * permission can be taken away from them: what is decided upon it holds at the commit.
 */
export async function readPermissions(
  tx: Tx,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, PermittedAnywhere>> {
  if (memberIds.length === 0) return new Map();
  const rows = await tx.query<Row>(READ, [tx.merchantId, [...new Set(memberIds)]]);
  return new Map(
    rows.map(({ mode, live, sandbox, ...who }) => {
      const rights = { sandbox: allowedBy(sandbox), live: allowedBy(live) };
      return [who.memberId, { ...who, permissions: rights[mode], rights }];
    }),
  );
}

// Always in one order, and shared: two decisions never wait for each other here.
const READ = `
  select member_id as "memberId", name, email, ${MODE_OF_TX} as mode, permissions as live,
    ${SANDBOX_PERMISSIONS} as sandbox
  from access.member
  where organization_id = ${ORGANIZATION_OF_TX}
    and member_id = any ($2::uuid[])
    and active
  order by member_id
  for share of member`;
