import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { lockLinkOfToken, type Link } from "./link.ts";
import { hashLinkToken, merchantOfLinkToken } from "./link-token.ts";

/** Runs `work` with a token's locked link, in its merchant's transaction; null without such a link. */
export async function openLink<T>(
  ctx: Pick<Context, "db">,
  token: string,
  work: (tx: Tx, link: Link) => Promise<T>,
): Promise<T | null> {
  const merchantId = merchantOfLinkToken(token);
  if (merchantId === null) return null;
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const link = await lockLinkOfToken(tx, hashLinkToken(token));
    return link === undefined ? null : work(tx, link);
  });
}
