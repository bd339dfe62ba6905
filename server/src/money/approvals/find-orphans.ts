import type { Permission } from "#access";
import type { Tx } from "#lib/db";

/** An order that a member made. */
interface MadeOrder {
  readonly memberId: string;
  /** The permission that its maker needs. */
  readonly permission: Permission;
  /** Null if it has no transfer yet. */
  readonly transferId: string | null;
  /** The batch or the link that it comes from; null if there is none. */
  readonly originId: string | null;
}

/**
 * Finds the orders of a live merchant whose maker may no longer make them, and which no other person approved, neither
 * alone nor with their batch. Returns, in the order given, the words in which an approver is asked, or null.
 */
export async function findOrphans(tx: Tx, orders: readonly MadeOrder[]): Promise<(string | null)[]> {
  if (orders.length === 0) return [];
  const rows = await tx.query<{ place: number; name: string }>(FIND, [
    tx.merchantId,
    orders.map(({ memberId }) => memberId),
    orders.map(({ permission }) => permission),
    orders.map(({ transferId }) => transferId),
    orders.map(({ originId }) => originId),
  ]);
  const names = new Map(rows.map(({ place, name }) => [place, name]));
  return orders.map((_, index) => {
    const name = names.get(index + 1);
    return name === undefined ? null : `${name}, who ordered this, may no longer pay`;
  });
}

// A member that cannot be found may not pay either.
const FIND = `
  select ordered.place::integer as place, coalesce(member.name, 'A former member') as name
  from access.merchant
  cross join unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) with ordinality
    as ordered (member_id, permission, transfer_id, origin_id, place)
  left join access.member
    on member.member_id = ordered.member_id
    and member.organization_id = merchant.organization_id
  where merchant.merchant_id = $1
    and merchant.mode = 'live'
    and not coalesce(member.active and ordered.permission = any (member.permissions), false)
    and not exists (
      select from approvals.request
      where request.merchant_id = $1
        and request.subject_kind in ('transfer', 'batch')
        and request.subject_id in (ordered.transfer_id, ordered.origin_id)
        and request.status = 'approved'
        and cardinality(request.approver_ids) > 0
    )`;
