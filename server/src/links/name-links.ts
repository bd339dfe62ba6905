import type { Tx } from "#lib/db";

/** The merchant's own ids of links, by ours. */
export async function nameLinks(tx: Tx, linkIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (linkIds.length === 0) return new Map();
  const rows = await tx.query<{ linkId: string; linkKey: string }>(
    `select link_id as "linkId", link_key as "linkKey"
     from links.link
     where merchant_id = $1
       and link_id = any ($2::uuid[])`,
    [tx.merchantId, linkIds],
  );
  return new Map(rows.map(({ linkId, linkKey }) => [linkId, linkKey]));
}
