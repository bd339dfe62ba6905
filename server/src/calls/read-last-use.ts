import type { Tx } from "#lib/db";

/** When and from where a key pair was last used. */
export interface LastUse {
  readonly at: Date;
  readonly ip: string;
}

/** The last call that a key pair made and was let in with, as far as the log reaches; null: none. */
export async function readLastUse(tx: Tx, clientId: string): Promise<LastUse | null> {
  const [row] = await tx.query<LastUse>(
    `select at, host(ip) as ip
     from calls.call
     where merchant_id = $1 and client_id = $2
     order by call_id desc
     limit 1`,
    [tx.merchantId, clientId],
  );
  return row ?? null;
}
