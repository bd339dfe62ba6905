import type { Actor } from "#audit";
import type { Tx } from "#lib/db";

/** What people know a link by. */
export interface NamedLink {
  readonly linkId: string;
  /** The merchant's own id. */
  readonly linkKey: string;
  readonly createdBy: Actor;
}

/** The names of links, by our ids; those that do not exist are left out. */
export async function nameLinks(tx: Tx, linkIds: readonly string[]): Promise<ReadonlyMap<string, NamedLink>> {
  if (linkIds.length === 0) return new Map();
  const rows = await tx.query<NamedLink>(
    `select link_id as "linkId", link_key as "linkKey", created_by as "createdBy"
     from links.link
     where merchant_id = $1
       and link_id = any ($2::uuid[])`,
    [tx.merchantId, linkIds],
  );
  return new Map(rows.map((row) => [row.linkId, row]));
}
