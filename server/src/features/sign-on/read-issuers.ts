import type { Context } from "#lib/context";

/**
 * Reads the addresses of all providers that are in use or may be put in force. What a provider says about itself can
 * name further hosts, such as that of its keys, which it publishes at this address.
 */
export async function readIssuers({ db }: Pick<Context, "db">): Promise<string[]> {
  const rows = await db.directory((tx) =>
    tx.query<{ issuer: string }>(
      "select distinct issuer from sign_on.provider where state <> 'ended' order by issuer",
    ),
  );
  return rows.map(({ issuer }) => issuer);
}
