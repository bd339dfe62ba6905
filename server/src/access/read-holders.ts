import type { Tx } from "#lib/db";
import { MODE_OF_TX, ORGANIZATION_OF_TX, SANDBOX_PERMISSIONS } from "./member.ts";
import { allowedBy, PERMISSIONS, type Permission } from "./permissions.ts";
import type { Permitted } from "./read-permissions.ts";

/**
 * All members who may do one of these things in the transaction's environment, those who may do the least besides
 * first: who is active and has come in, or with `everyone` also who is disabled, still invited or only played. It has
 * no pages: who guards an organization must not depend on how many others are in it.
 */
export async function readHolders(
  tx: Tx,
  anyOf: readonly Permission[],
  { everyone = false }: { everyone?: boolean } = {},
): Promise<Permitted[]> {
  const sufficient = PERMISSIONS.filter((one) => anyOf.some((wanted) => allowedBy([one]).has(wanted)));
  type Row = Omit<Permitted, "permissions"> & { held: Permission[] };
  const rows = await tx.query<Row>(READ, [tx.merchantId, sufficient, everyone]);
  return rows.map(({ held, ...who }) => ({ ...who, permissions: allowedBy(held) }));
}

const READ = `
  select member.member_id as "memberId", member.name, member.email, rights.held
  from access.member
  cross join lateral (
    select case when ${MODE_OF_TX} = 'live' then member.permissions else ${SANDBOX_PERMISSIONS} end as held
  ) as rights
  where member.organization_id = ${ORGANIZATION_OF_TX}
    and rights.held && $2::text[]
    and (
      $3
      or (
        member.active
        and (
          member.password_hash is not null
          or exists (select from access.session where session.member_id = member.member_id)
        )
      )
    )
  order by cardinality(rights.held), member.name, member.member_id`;
