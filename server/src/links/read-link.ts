import type { Context } from "#lib/context";
import { findByKey } from "./create-link.ts";
import { LinkError } from "./errors.ts";
import { linkAddressOf, type PublicLinkStatus, publicStatusOf } from "./link.ts";
import type { ListedLink } from "./list-links.ts";

/** A link as its merchant sees it. */
export interface LinkView {
  readonly linkKey: string;
  readonly referenceId: bigint;
  readonly status: PublicLinkStatus;
  /** The reason why it failed or expired. */
  readonly reason: string | null;
  /** The URL for the payee. */
  readonly address: string;
  /** The reference ID of the transfer that paid. */
  readonly paidReferenceId: bigint | null;
  readonly utr: string | null;
}

/** Reads a link by its link key. Throws LinkError.not_found. */
export async function readLink(ctx: Context, merchantId: string, linkKey: string): Promise<LinkView> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const link = await findByKey(tx, linkKey);
    if (link === undefined) throw LinkError.not_found({ linkKey });
    const { referenceId, paidReferenceId, utr } = link;
    const address = linkAddressOf(ctx, link);
    return { linkKey, referenceId, ...publicStatusOf(link, tx.now), address, paidReferenceId, utr };
  });
}

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
