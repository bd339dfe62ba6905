import type { Actor } from "#audit";
import type { Tx } from "#lib/db";

/** The names of a link. */
export interface NamedLink {
  readonly linkId: string;
  readonly linkKey: string;
  readonly createdBy: Actor;
}

/** Reads the names of links by our IDs. Links that do not exist are left out. */
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
