import type { Context } from "#lib/context";
import { findByKey } from "./create-link.ts";
import { LinkError } from "./errors.ts";
import { publicStatusOf } from "./link.ts";
import { linkAddressOf } from "./link-token.ts";
import type { ListedLink } from "./list-links.ts";

/** Returns everything that the merchant can see of a link, and its URL. Throws LinkError.not_found. */
export async function describeLink(
  ctx: Context,
  merchantId: string,
  linkKey: string,
): Promise<{ link: ListedLink; address: string }> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const link = await findByKey(tx, linkKey);
    if (link === undefined) throw LinkError.not_found({ linkKey });
    return { link: { ...link, ...publicStatusOf(link, tx.now) }, address: linkAddressOf(ctx, link) };
  });
}
